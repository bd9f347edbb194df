package dev.mongohaul.job.processor;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.RecordLocation;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.mapping.DocumentMapper;
import dev.mongohaul.mapping.FilteredRecord;
import dev.mongohaul.mapping.MappedDocument;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mapping.MappingStage;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.UnmappedRecord;
import dev.mongohaul.mapping.sink.RefusedDocumentException;
import dev.mongohaul.text.Printable;
import dev.mongohaul.writer.delivery.DocumentJudge;
import java.util.Arrays;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.ItemProcessor;

/**
 * Mapper of records to the documents that the job's processor makes of them. For one thread.
 *
 * <p>What the processor returns is encoded, as it will be stored, and decoded for writers that take objects: all writers
 * store the same documents, and a value that cannot be stored rejects its record only.
 *
 * @param <I> what the processor takes and returns
 * @param <D> what the writer takes
 */
public final class RecordProcessor<I, D> implements ItemProcessor<CsvItem, MappedItem<D>>, AutoCloseable {

    private static final String ID = "_id";

    private final ProcessorType<I> type;
    private final ItemProcessor<I, I> processor;
    private final DocumentMapper<I> mapper;
    private final DocumentMapper<RawBsonDocument> ids;
    private final Rendering<D> target;
    private final IdRule idRule;
    private final Inputs inputs;
    private final UnaryOperator<MappedItem<D>> check;

    /**
     * @param mapper of records to what the processor takes
     * @param ids mapper to the {@code _id} that the documents have before
     * @param target what the writer takes
     * @param inputs files of the records
     * @param check of what the processor returned
     */
    RecordProcessor(
            ProcessorType<I> type,
            DocumentMapper<I> mapper,
            DocumentMapper<RawBsonDocument> ids,
            Rendering<D> target,
            IdRule idRule,
            Inputs inputs,
            UnaryOperator<MappedItem<D>> check) {
        this.type = type;
        this.processor = type.create();
        this.mapper = mapper;
        this.ids = ids;
        this.target = target;
        this.idRule = idRule;
        this.inputs = inputs;
        this.check = check;
    }

    @Override
    public MappedItem<D> process(CsvItem item) {
        MappedItem<I> mapped = mapper.map(item);
        if (mapped instanceof MappedDocument<I> document) {
            return process(document);
        }
        if (mapped instanceof FilteredRecord<I> empty) {
            return new FilteredRecord<>(empty.source());
        }
        UnmappedRecord<I> unmapped = (UnmappedRecord<I>) mapped;
        return new UnmappedRecord<>(
                unmapped.source(),
                unmapped.stage(),
                unmapped.column(),
                unmapped.columnName(),
                unmapped.value(),
                unmapped.reason());
    }

    private MappedItem<D> process(MappedDocument<I> document) {
        CsvRecord record = document.source();
        I result;
        try {
            result = processor.process(document.content());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure(record, e, "");
        } catch (Exception e) {
            return refused(record, simpleName() + ": " + describe(e, type.name()));
        } catch (Error e) {
            throw failure(
                    record,
                    e,
                    ". That is no fault of the record: correct the class, its libraries or the memory, and run the same"
                            + " command to continue");
        }
        if (result == null) {
            return new FilteredRecord<>(record);
        }
        MappedDocument<D> processed;
        try {
            processed = new MappedDocument<>(record, target.decode(stored(result, record)));
        } catch (RefusedDocumentException e) {
            return refused(record, e.reason());
        }
        return check.apply(processed);
    }

    private static <D> UnmappedRecord<D> refused(CsvRecord record, String reason) {
        return new UnmappedRecord<>(record, MappingStage.UNMAPPABLE, 0, null, null, reason);
    }

    private ProcessorFailedException failure(CsvRecord record, Throwable cause, String advice) {
        RecordLocation place = record.location();
        return new ProcessorFailedException(
                "The processor %s failed at %s:%d: %s%s"
                        .formatted(
                                type.name(),
                                inputs.list().get(place.input()).name(),
                                place.line(),
                                describe(cause, type.name()),
                                advice),
                cause);
    }

    /** Returns the document as it will be stored, with its {@code _id}. */
    private RawBsonDocument stored(I result, CsvRecord record) {
        if (result instanceof Document document) {
            requireNames(document, "");
        }
        BsonValue id = ids.map(record) instanceof MappedDocument<RawBsonDocument> mapped ? id(mapped.content()) : null;
        RawBsonDocument stored = encoded(type.items(), result);
        if (id != null && id(stored) == null) {
            stored = withId(id, stored);
        }
        stored = type.asEntity(stored);
        String problem = idRule.problem(id, id(stored));
        if (problem != null) {
            throw refusal(problem, null);
        }
        int size = stored.getByteBuffer().remaining();
        if (size > DocumentJudge.USUAL_MAX_DOCUMENT_SIZE) {
            throw refusal("it returned a document of %,d bytes, and MongoDB takes 16 MiB".formatted(size), null);
        }
        return stored;
    }

    /**
     * Refuses names that commands of MongoDB would take for something else, and values in place of documents whose fields an
     * update sets.
     *
     * @param parents path of the document, with a dot at its end
     */
    private void requireNames(Map<?, ?> document, String parents) {
        for (Map.Entry<?, ?> field : document.entrySet()) {
            String name = String.valueOf(field.getKey());
            String path = parents + name;
            if (name.startsWith("$") || (idRule.updates() && name.contains("."))) {
                throw refusal(
                        "it returned a field named %s: %s"
                                .formatted(
                                        Printable.quoted(name),
                                        name.startsWith("$")
                                                ? "a name must not begin with $"
                                                : "an update reaches no field with a dot in its name"),
                        null);
            }
            if (idRule.updates() && idRule.nested().contains(path)) {
                if (!(field.getValue() instanceof Map<?, ?> nested)) {
                    throw refusal(
                            "it returned no document as %s, whose fields an update sets one by one: leave it out, or name its fields"
                                    .formatted(Printable.quoted(path)),
                            null);
                }
                requireNames(nested, path + ".");
            }
        }
    }

    private static @Nullable BsonValue id(RawBsonDocument document) {
        BsonValue id = document.get(ID);
        return id == null || id.isNull() ? null : id;
    }

    private static RawBsonDocument withId(BsonValue id, RawBsonDocument document) {
        BsonDocument whole = new BsonDocument(ID, id);
        document.forEach((name, value) -> {
            if (!name.equals(ID)) {
                whole.append(name, value);
            }
        });
        return new RawBsonDocument(whole, new BsonDocumentCodec());
    }

    private RawBsonDocument encoded(Rendering<I> items, I result) {
        try {
            return items.encode(result);
        } catch (RuntimeException e) {
            throw refusal("it returned what cannot be stored: " + unstorable(result, e), e);
        }
    }

    /** Names the field that is the cause, if it is one of a document. */
    private String unstorable(I result, RuntimeException thrown) {
        if (result instanceof Document document) {
            for (Map.Entry<String, Object> field : document.entrySet()) {
                try {
                    Rendering.DOCUMENT.encode(new Document(field.getKey(), field.getValue()));
                } catch (RuntimeException e) {
                    return "the field %s, a %s: %s"
                            .formatted(
                                    Printable.quoted(field.getKey()),
                                    field.getValue() == null
                                            ? "null"
                                            : field.getValue().getClass().getName(),
                                    e.getMessage());
                }
            }
        }
        return describe(thrown, type.name());
    }

    private RefusedDocumentException refusal(String reason, @Nullable RuntimeException cause) {
        return new RefusedDocumentException(simpleName() + ": " + reason, cause);
    }

    private String simpleName() {
        return type.name().substring(type.name().lastIndexOf('.') + 1);
    }

    /** Describes an exception by its message, its type, and the line of the class that it comes from. */
    static String describe(Throwable thrown, String className) {
        String place = Arrays.stream(thrown.getStackTrace())
                .filter(frame -> frame.getClassName().equals(className)
                        || frame.getClassName().startsWith(className + "$"))
                .findFirst()
                .map(frame -> ", " + frame.getFileName() + ":" + frame.getLineNumber())
                .orElse("");
        String kind = thrown.getClass().getSimpleName() + place;
        String message = thrown.getMessage();
        return message == null || message.isBlank() ? kind : message + " (" + kind + ")";
    }

    @Override
    public void close() {
        ProcessorType.close(processor);
    }
}
