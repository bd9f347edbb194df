package dev.mongohaul.job.processor;

import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.mapping.GeneratedIds;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mapping.Mapping;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.entity.EntityType;
import dev.mongohaul.mapping.origin.ImportOrigin;
import dev.mongohaul.mapping.spec.MappingException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.ItemProcessor;
import org.springframework.core.ResolvableType;

/**
 * Class of a job's processor, with its settings: an {@code ItemProcessor} of documents, or of the job's entity. Immutable,
 * for any number of threads; each partition has an object of its own.
 *
 * @param <I> {@link Document} or the entity
 */
public final class ProcessorType<I> {

    private final Constructor<?> constructor;
    private final Map<String, Object> settings;
    private final Rendering<I> items;
    private final @Nullable Rendering<?> entity;
    private final String version;

    private ProcessorType(
            Constructor<?> constructor,
            Map<String, Object> settings,
            Rendering<I> items,
            @Nullable Rendering<?> entity) {
        this.constructor = constructor;
        this.settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
        this.items = items;
        this.entity = entity;
        this.version = ProcessorVersion.of(constructor.getDeclaringClass());
    }

    /**
     * Returns the processor of a class. It creates one object, so that wrong settings are known before the import.
     *
     * @param entity of the job; null if there is none
     * @throws MappingException if the class is no such processor, or refuses the settings
     */
    public static ProcessorType<?> of(Class<?> type, @Nullable EntityType<?> entity, Map<String, Object> settings) {
        requireObjects(type);
        Rendering<?> items = items(type, entity);
        ProcessorType<?> processor = new ProcessorType<>(
                constructor(type, settings),
                settings,
                items,
                entity == null || items != Rendering.DOCUMENT ? null : Rendering.of(entity));
        try {
            close(processor.create());
        } catch (ProcessorFailedException e) {
            throw new MappingException("processor: " + e.getMessage());
        }
        return processor;
    }

    private static void requireObjects(Class<?> type) {
        if (!ItemProcessor.class.isAssignableFrom(type)) {
            throw new MappingException("processor: %s is no ItemProcessor: it has to implement %s<Document, Document>"
                    .formatted(type.getName(), ItemProcessor.class.getName()));
        }
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
            throw new MappingException(
                    "processor: %s is an interface or abstract, so that there are no objects of it: name a class"
                            .formatted(type.getName()));
        }
        if (type.isMemberClass() && !Modifier.isStatic(type.getModifiers())) {
            throw new MappingException(
                    "processor: %s is an inner class, whose objects need one of the outer class: make it static"
                            .formatted(type.getName()));
        }
    }

    private static Rendering<?> items(Class<?> type, @Nullable EntityType<?> entity) {
        ResolvableType[] generics =
                ResolvableType.forClass(type).as(ItemProcessor.class).getGenerics();
        Class<?> taken = generics.length == 0 ? null : generics[0].resolve();
        Class<?> returned = generics.length == 0 ? null : generics[1].resolve();
        if (taken == Document.class && returned == Document.class) {
            return Rendering.DOCUMENT;
        }
        if (entity != null && taken == entity.type() && returned == entity.type()) {
            return Rendering.of(entity);
        }
        String own = entity == null
                ? ""
                : " or ItemProcessor<%1$s, %1$s>".formatted(entity.type().getSimpleName());
        throw new MappingException(
                "processor: %s is an ItemProcessor<%s, %s>, and this job needs an ItemProcessor<Document, Document>%s%s"
                        .formatted(
                                type.getName(),
                                word(taken),
                                word(returned),
                                own,
                                taken == null ? ": name the types where the class implements it" : ""));
    }

    private static String word(@Nullable Class<?> type) {
        return type == null ? "?" : type == Document.class ? "Document" : type.getName();
    }

    private static Constructor<?> constructor(Class<?> type, Map<String, Object> settings) {
        for (Constructor<?> each : type.getDeclaredConstructors()) {
            if (each.getParameterCount() == 1 && each.getParameterTypes()[0] == Map.class) {
                return accessible(each);
            }
        }
        if (!settings.isEmpty()) {
            throw new MappingException(
                    "processor-settings: %s has no constructor for them: add one that takes a Map<String, Object>, or leave"
                                    .formatted(type.getName())
                            + " the settings out");
        }
        try {
            return accessible(type.getDeclaredConstructor());
        } catch (NoSuchMethodException e) {
            throw new MappingException(
                    "processor: %s has neither a constructor without arguments nor one that takes a Map<String, Object>: add one"
                            .formatted(type.getName()));
        }
    }

    private static Constructor<?> accessible(Constructor<?> constructor) {
        constructor.setAccessible(true);
        return constructor;
    }

    public String name() {
        return constructor.getDeclaringClass().getName();
    }

    /** Returns the version of the class's code: that of its jar, or a digest. */
    public String version() {
        return version;
    }

    /** Returns class, version and settings as text, which is equal for equal processors only. */
    public String canonicalText() {
        StringBuilder text =
                new StringBuilder("processor ").append(name()).append(' ').append(version);
        new TreeMap<>(settings)
                .forEach((key, value) -> text.append('\n')
                        .append(key.length())
                        .append(':')
                        .append(key)
                        .append(' ')
                        .append(value.getClass().getSimpleName())
                        .append(' ')
                        .append(value));
        return text.toString();
    }

    /** Returns what the processor takes and returns. */
    Rendering<I> items() {
        return items;
    }

    /** Returns the document as it is stored for the entity that it becomes after the processor, if the job has one. */
    RawBsonDocument asEntity(RawBsonDocument document) {
        return entity == null ? document : throughEntity(entity, document);
    }

    private static <E> RawBsonDocument throughEntity(Rendering<E> entity, RawBsonDocument document) {
        return entity.encode(entity.decode(document));
    }

    /**
     * Returns the mapper of a partition's records, with a new object of the class.
     *
     * @param ids as for {@link Mapping#to}
     * @param target what the writer takes
     * @param inputs files of the records
     * @param check of what the processor returned
     */
    public <D> RecordProcessor<I, D> over(
            Mapping mapping,
            @Nullable GeneratedIds ids,
            Instant firstRun,
            ImportOrigin origin,
            Rendering<D> target,
            IdRule idRule,
            Inputs inputs,
            UnaryOperator<MappedItem<D>> check) {
        return new RecordProcessor<>(
                this,
                mapping.to(items, ids, firstRun, origin),
                mapping.toIds(ids, firstRun, origin),
                target,
                idRule,
                inputs,
                check);
    }

    /** Returns a new object, for one partition. */
    @SuppressWarnings("unchecked") // by the class's type arguments
    ItemProcessor<I, I> create() {
        try {
            return (ItemProcessor<I, I>)
                    (constructor.getParameterCount() == 0
                            ? constructor.newInstance()
                            : constructor.newInstance(settings));
        } catch (InvocationTargetException e) {
            throw notCreated(e.getCause() == null ? e : e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            throw notCreated(e);
        }
    }

    private ProcessorFailedException notCreated(Throwable cause) {
        Throwable shown =
                cause instanceof ExceptionInInitializerError && cause.getCause() != null ? cause.getCause() : cause;
        return new ProcessorFailedException(
                "%s cannot be created%s: %s"
                        .formatted(
                                name(),
                                settings.isEmpty() ? "" : " with these processor-settings",
                                RecordProcessor.describe(shown, name())),
                cause);
    }

    /** Closes a processor that has to be closed. */
    static void close(ItemProcessor<?, ?> processor) {
        if (processor instanceof AutoCloseable open) {
            try {
                open.close();
            } catch (Exception e) {
                throw new ProcessorFailedException(
                        "%s cannot be closed: %s"
                                .formatted(
                                        processor.getClass().getName(),
                                        RecordProcessor.describe(
                                                e, processor.getClass().getName())),
                        e);
            }
        }
    }
}
