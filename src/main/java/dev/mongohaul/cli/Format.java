package dev.mongohaul.cli;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Format of a result: for a terminal, or for programs and browsers, which is always UTF-8. */
enum Format {
    TABLE,
    JSON,
    HTML;

    private static Format of(String word, String refused, List<Format> allowed) {
        return allowed.stream()
                .filter(format -> format.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("\"%s\" is %s".formatted(word, refused)));
    }

    static final class Word implements ITypeConverter<Format>, Iterable<String> {

        @Override
        public Format convert(String word) {
            return of(word, "neither table nor json", List.of(TABLE, JSON));
        }

        @Override
        public Iterator<String> iterator() {
            return List.of("table", "json").iterator();
        }
    }

    static final class WordOrPage implements ITypeConverter<Format>, Iterable<String> {

        @Override
        public Format convert(String word) {
            return of(word, "none of table, json, html", List.of(values()));
        }

        @Override
        public Iterator<String> iterator() {
            return List.of("table", "json", "html").iterator();
        }
    }
}
