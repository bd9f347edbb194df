package dev.mongohaul.cli.command;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the number of a run. */
final class RunNumber implements ITypeConverter<Long> {

    @Override
    public Long convert(String text) {
        try {
            return Long.valueOf(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException(
                    "\"%s\" is not a run's number, such as 42; 'mongohaul report' lists them".formatted(text));
        }
    }
}
