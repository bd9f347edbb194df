package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.FormatOption;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.run.MongoOptions;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.report.Reports;
import dev.mongohaul.report.figure.Words;
import dev.mongohaul.repository.worker.SeenWorker;
import dev.mongohaul.repository.worker.StoredWorker;
import dev.mongohaul.repository.worker.WorkerStore;
import dev.mongohaul.text.Printable;
import dev.mongohaul.text.TextTable;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "workers",
        description = {
            "List the workers that were seen within the last minute.",
            "A worker that cannot work on an import that invited it says why: it is unfit."
        },
        footer = {"  mongohaul workers", "  mongohaul workers --format=json"})
final class WorkersCommand extends ConsoleCommand {

    @Mixin
    private FormatOption format;

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
        if (format.isJson()) {
            invocation().out().writeUtf8(Reports.json(workers) + "\n");
        } else if (workers.isEmpty()) {
            out().println("No worker was seen within the last minute; 'mongohaul worker' starts one");
        } else {
            out().println(table(workers));
        }
        return ExitCode.COMPLETED.value();
    }

    private static String table(List<StoredWorker> workers) {
        return new TextTable<StoredWorker>()
                .text("host", worker -> Printable.of(worker.host()))
                .text("process", worker -> Long.toString(worker.pid()))
                .text("version", worker -> Printable.of(worker.version()))
                .text("threads", worker -> Integer.toString(worker.threads()))
                .text("partitions", worker -> Integer.toString(worker.partitions()))
                .text("since", worker -> Words.time(worker.since()))
                .text("unfit", worker -> Printable.of(Objects.requireNonNullElse(worker.unfit(), "")))
                .of(workers);
    }
}
