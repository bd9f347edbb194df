package dev.mongohaul.cli.console;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The format of a result. */
public enum Format {
    /** For a terminal. */
    TABLE,
    /** For programs, always UTF-8. */
    JSON,
    /** One page for browsers, always UTF-8. */
    HTML;

    /** Converter for commands without a page. */
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

    /** Converter for commands with a page. */
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
