package dev.mongohaul.cli.output;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine.TypeConversionException;

/** Format of a result: for a terminal, or for programs and browsers, which is always UTF-8. */
public enum Format {
    TABLE,
    JSON,
    HTML;

    /** Returns the word of options. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Format of(String word, String refused, List<Format> allowed) {
        return allowed.stream()
                .filter(format -> format.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("\"%s\" is %s".formatted(word, refused)));
    }
}
