package dev.mongohaul.cli.run;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Command that takes the number of a run. */
public abstract class RunCommand extends ConsoleCommand {

    @Parameters(
            index = "0",
            paramLabel = "RUN",
            converter = RunNumber.class,
            description = "Number of the run. 'mongohaul report' lists the runs.")
    protected long id;

    @Mixin
    protected MongoOptions mongo;

    static final class RunNumber implements ITypeConverter<Long> {

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
}
