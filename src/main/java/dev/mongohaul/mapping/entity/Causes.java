package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.type.Excerpt;
import java.util.Optional;
import java.util.stream.Stream;

/** What lies beneath an exception of Spring Data. */
final class Causes {

    private Causes() {}

    /** What the innermost cause says, fit for a message. */
    static String told(Throwable thrown) {
        Throwable innermost = causes(thrown).reduce(thrown, (outer, inner) -> inner);
        String message = innermost.getMessage();
        if (innermost instanceof ClassNotFoundException || innermost instanceof NoClassDefFoundError) {
            return "the class " + String.valueOf(message).replace('/', '.') + " is missing";
        }
        return message == null ? innermost.getClass().getSimpleName() : Excerpt.of(message);
    }

    static <T extends Throwable> Optional<T> first(Class<T> type, Throwable thrown) {
        return causes(thrown).filter(type::isInstance).map(type::cast).findFirst();
    }

    private static Stream<Throwable> causes(Throwable thrown) {
        return Stream.iterate(thrown, cause -> cause != null, Throwable::getCause);
    }
}
