package dev.mongohaul.cli;

import dev.mongohaul.generate.SampleData;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Writes sample data to standard output. */
@Command(
        name = "generate",
        description = "Write sample data to standard output: the same for the same rows and seed.",
        footer = {"", "Example: mongohaul generate orders rows=1000000 seed=2 > orders.csv"})
final class GenerateCommand implements Callable<Integer> {

    private static final long DEFAULT_ROWS = 1000;

    @Parameters(index = "0", paramLabel = "DATA", description = "What to generate: ${COMPLETION-CANDIDATES}.")
    private SampleData data;

    @Parameters(
            index = "1..*",
            paramLabel = "NAME=VALUE",
            description = "rows: how many records (default: 1000); seed: another seed, other data (default: 1).")
    private List<String> settings = List.of();

    @Override
    public Integer call() throws IOException {
        long rows = DEFAULT_ROWS;
        long seed = 1;
        for (String setting : settings) {
            if (setting.startsWith("rows=")) {
                rows = number(setting);
            } else if (setting.startsWith("seed=")) {
                seed = number(setting);
            } else {
                throw new UsageException("\"%s\" is not rows=NUMBER or seed=NUMBER".formatted(setting));
            }
        }
        if (rows < 0) {
            throw new UsageException("rows=%d: a number of records is 0 or more".formatted(rows));
        }
        try (OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out))) {
            data.write(out, rows, seed);
        }
        return ExitCode.COMPLETED.value();
    }

    private static long number(String setting) {
        try {
            return Long.parseLong(setting.substring(setting.indexOf('=') + 1));
        } catch (NumberFormatException e) {
            throw new UsageException("\"%s\": a whole number belongs behind the =".formatted(setting));
        }
    }
}
