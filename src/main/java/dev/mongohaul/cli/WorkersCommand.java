package dev.mongohaul.cli;

import com.github.freva.asciitable.AsciiTable;
import dev.mongohaul.cli.output.CheckReport;
import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.Format;
import dev.mongohaul.cli.output.OutputFormat;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.run.MongoOptions;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.repository.worker.SeenWorker;
import dev.mongohaul.repository.worker.StoredWorker;
import dev.mongohaul.repository.worker.WorkerStore;
import dev.mongohaul.text.Printable;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

@Command(
        name = "workers",
        description = {
            "List the workers that were seen within the last minute.",
            "A worker that cannot work on an import that invited it says why: it is unfit."
        },
        footer = {"  mongohaul workers", "  mongohaul workers --format=json"})
final class WorkersCommand extends ConsoleCommand {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "table",
            converter = OutputFormat.class,
            completionCandidates = OutputFormat.class,
            description = "table or json (default: ${DEFAULT-VALUE}).")
    private Format format;

    @Mixin
    private MongoOptions mongo;

    @Override
    public Integer call() {
        List<StoredWorker> workers;
        try (Session session = mongo.open(spec)) {
            workers = session.bean(WorkerStore.class).list().stream()
                    .map(SeenWorker::worker)
                    .toList();
        }
        if (format == Format.JSON) {
            out().println(JsonMapper.builder().build().writeValueAsString(workers));
        } else if (workers.isEmpty()) {
            out().println("No worker was seen within the last minute; 'mongohaul worker' starts one");
        } else {
            out().println(table(workers));
        }
        return ExitCode.COMPLETED.value();
    }

    private static String table(List<StoredWorker> workers) {
        return AsciiTable.builder()
                .border(AsciiTable.NO_BORDERS)
                .data(
                        workers,
                        List.of(
                                CheckReport.column("host").with(worker -> Printable.of(worker.host())),
                                CheckReport.column("process").with(worker -> Long.toString(worker.pid())),
                                CheckReport.column("version").with(worker -> Printable.of(worker.version())),
                                CheckReport.column("threads").with(worker -> Integer.toString(worker.threads())),
                                CheckReport.column("partitions").with(worker -> Integer.toString(worker.partitions())),
                                CheckReport.column("since")
                                        .with(worker ->
                                                TIME.format(worker.since().atZone(ZoneId.systemDefault()))),
                                CheckReport.column("unfit")
                                        .with(worker -> Printable.of(Objects.requireNonNullElse(worker.unfit(), "")))))
                .asString();
    }
}
