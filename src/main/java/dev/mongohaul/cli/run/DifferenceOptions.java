package dev.mongohaul.cli.run;

import dev.mongohaul.cli.output.ComparisonReport;
import dev.mongohaul.cli.output.FormatOption;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.prove.Difference;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the output of a comparison. */
public final class DifferenceOptions {

    private static final int MOST_SAMPLES = 1_000;

    @Option(
            names = "--samples",
            paramLabel = "N",
            defaultValue = "5",
            description = "Number of differences of each kind that are shown. Default: ${DEFAULT-VALUE}.")
    private int samples;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Write all differences into a file, one JSON object in each line.")
    private @Nullable Path output;

    @Mixin
    private FormatOption format;

    public boolean isJson() {
        return format.isJson();
    }

    /** Returns the most differences of each kind that are shown. */
    public int samples() {
        if (samples < 0 || samples > MOST_SAMPLES) {
            throw new UsageException("--samples=%d: from 0 to %,d can be shown".formatted(samples, MOST_SAMPLES));
        }
        return samples;
    }

    /** Runs a comparison, whose differences go to the file. */
    public <T> T writing(Invocation invocation, ComparisonReport report, Function<Consumer<Difference>, T> comparison) {
        if (output == null) {
            return comparison.apply(difference -> {});
        }
        try (BufferedWriter file = Files.newBufferedWriter(invocation.resolve(output))) {
            return comparison.apply(difference -> {
                try {
                    file.write(report.line(difference));
                    file.write('\n');
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (IOException | UncheckedIOException e) {
            throw new UsageException("%s cannot be written: %s".formatted(output, e.getMessage()));
        }
    }
}
