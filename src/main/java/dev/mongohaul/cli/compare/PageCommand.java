package dev.mongohaul.cli.compare;

import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.console.StandardOutput;
import dev.mongohaul.cli.console.UsageException;
import dev.mongohaul.compare.report.StoredResults;
import dev.mongohaul.compare.report.SuitePage;
import dev.mongohaul.compare.report.SuiteResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command {@code compare page}: writes a page of the stored results, without measuring anything. */
@Command(
        name = "page",
        description = {
            "Write one HTML page of the last result of each suite measured here to standard output.",
            "Nothing is measured and no server is contacted. The page is one file, which loads nothing."
        },
        footer = {"", "Example: mongohaul compare page > comparisons.html"})
final class PageCommand implements Callable<Integer> {

    @Option(
            names = "--charts",
            paramLabel = "DIR",
            description = "Write the charts to this folder too, as SUITE-1.svg and so on.")
    private @Nullable Path charts;

    @Override
    public Integer call() {
        List<SuiteResult> results = StoredResults.in(StoredResults.FOLDER);
        if (results.isEmpty()) {
            throw new UsageException(
                    "%s holds no result of a suite: run one in this folder, such as 'mongohaul compare writers'"
                            .formatted(StoredResults.FOLDER));
        }
        SuitePage page = new SuitePage(results);
        try {
            if (charts != null) {
                write(page.charts(), charts);
            }
            StandardOutput.OF_PROCESS.writeUtf8(page.html());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ExitCode.COMPLETED.value();
    }

    private static void write(Map<String, String> charts, Path folder) {
        try {
            Files.createDirectories(folder);
            for (Map.Entry<String, String> chart : charts.entrySet()) {
                Files.writeString(folder.resolve(chart.getKey()), chart.getValue());
            }
        } catch (IOException e) {
            throw new UsageException("--charts: %s is not a writable folder: name another".formatted(folder));
        }
    }
}
