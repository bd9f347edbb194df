package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.compare.page.SuitePage;
import dev.mongohaul.compare.suite.SuiteResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command {@code compare page}: writes a page of the stored results, without measuring anything. */
@Command(
        name = "page",
        description = {
            "Write the stored results of all suites as an HTML page to standard output.",
            "page measures nothing, and contacts no server."
        },
        exitCodeList = {"0:completed", "1:failed", "2:wrong command or folder, or there is no stored result"},
        footer = {"  mongohaul compare page > results.html", "  mongohaul compare page --charts=charts > results.html"})
final class PageCommand extends ConsoleCommand {

    @Option(
            names = "--charts",
            paramLabel = "DIR",
            description = "Also write the charts to this folder, as SUITE-1.svg and so on.")
    private @Nullable Path charts;

    @Override
    public Integer call() {
        Invocation invocation = invocation();
        List<SuiteResult> results = SuiteResult.storedIn(invocation.resolve(SuiteResult.FOLDER));
        if (results.isEmpty()) {
            throw new UsageException(
                    "%s holds no result of a suite: run one in this folder, such as 'mongohaul compare writers'"
                            .formatted(SuiteResult.FOLDER));
        }
        SuitePage page = new SuitePage(results);
        if (charts != null) {
            write(page.charts(), invocation.resolve(charts));
        }
        invocation.out().writeUtf8(page.html());
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
