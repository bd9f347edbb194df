package dev.mongohaul.cli.console;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How a result is written. */
public enum Format {
    /** For a terminal. */
    TABLE,
    /** For programs: UTF-8, whatever the terminal takes. */
    JSON,
    /** For browsers, one page; UTF-8 likewise. */
    HTML;

    /** Reads a format of a command that has no page, with the words of the command line in its message. */
    public static final class Word implements ITypeConverter<Format> {

        @Override
        public Format convert(String word) {
            return switch (word) {
                case "table" -> TABLE;
                case "json" -> JSON;
                default -> throw new TypeConversionException("\"%s\" is neither table nor json".formatted(word));
            };
        }
    }

    /** Reads a format of a command that has a page, too. */
    public static final class WordOrPage implements ITypeConverter<Format> {

        @Override
        public Format convert(String word) {
            return switch (word) {
                case "table" -> TABLE;
                case "json" -> JSON;
                case "html" -> HTML;
                default -> throw new TypeConversionException("\"%s\" is none of table, json, html".formatted(word));
            };
        }
    }
}
