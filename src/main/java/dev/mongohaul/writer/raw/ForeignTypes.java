package dev.mongohaul.writer.raw;

import dev.mongohaul.writer.raw.BsonTypes.BsonSerializer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JavaType;

/** Tells the types of the JDK and of libraries from those of an application: only the latter are taken apart. */
final class ForeignTypes {

    private static final List<String> PACKAGES =
            List.of("java.", "javax.", "jdk.", "sun.", "com.sun.", "org.bson.", "com.mongodb.", "org.springframework.");

    /** Those that Jackson writes as the driver does. */
    private static final Set<Class<?>> WRITTEN_ALIKE = Set.of(
            String.class,
            Boolean.class,
            Character.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            AtomicInteger.class,
            AtomicLong.class);

    private ForeignTypes() {}

    static boolean includes(Class<?> type) {
        return PACKAGES.stream().anyMatch(type.getName()::startsWith);
    }

    /** Whether a type is refused that has no serializer of ours. */
    static boolean refuses(JavaType type) {
        Class<?> raw = type.getRawClass();
        return includes(raw) && !WRITTEN_ALIKE.contains(raw) && !type.isContainerType() && !type.isEnumType();
    }

    /** Refuses each value, by its own class. */
    static BsonSerializer<Object> refusal() {
        return new BsonSerializer<>((generator, value) -> {
            throw new IllegalArgumentException(
                    "the writer raw cannot store a " + value.getClass().getName());
        });
    }
}
