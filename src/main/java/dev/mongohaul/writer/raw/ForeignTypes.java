package dev.mongohaul.writer.raw;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JavaType;

/** Types of the JDK and of libraries, which are not encoded field by field like those of an application. */
final class ForeignTypes {

    private static final List<String> PACKAGES =
            List.of("java.", "javax.", "jdk.", "sun.", "com.sun.", "org.bson.", "com.mongodb.", "org.springframework.");

    /** Types that Jackson writes like the driver. */
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

    /** Returns whether a type without a serializer of ours is refused. */
    static boolean refuses(JavaType type) {
        Class<?> raw = type.getRawClass();
        return includes(raw) && !WRITTEN_ALIKE.contains(raw) && !type.isContainerType() && !type.isEnumType();
    }
}
