package dev.mongohaul.cli;

import dev.mongohaul.cli.run.ImportRunner;
import dev.mongohaul.cli.run.RunCommand;
import dev.mongohaul.cli.session.JobFolder;
import dev.mongohaul.cli.session.ResultOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "undo",
        description = {
            "Take back the whole import of a run.",
            "Inserted documents are removed, changed and deleted ones are restored. Documents that were changed since are spared, if the import kept what it wrote (undo: 7d); a file lists them.",
            "Afterwards the same content can be imported again."
        },
        exitCodeList = {
            "0:undone, now or before",
            "1:failed; the same command continues the undo",
            "2:wrong command, or the import cannot be undone; nothing was changed",
            "10:undone, except documents that were changed since",
            "11:stopped; the same command continues the undo",
            "13:another process writes into the target"
        },
        footer = {"  mongohaul undo 42 --dry-run", "  mongohaul undo 42"})
final class UndoCommand extends RunCommand {

    @Option(names = "--dry-run", description = "Count what would be taken back, and change nothing.")
    private boolean dryRun;

    @Option(
            names = "--force",
            description =
                    "Also take back documents that were changed since, and imports that later ones may have built on.")
    private boolean force;

    @Mixin
    private JobFolder folder;

    @Mixin
    private ResultOptions results;

    @Override
    public Integer call() {
        ImportRunner runner = new ImportRunner(mongo.server(spec), results);
        return (dryRun ? runner.previewUndo(id, force) : runner.undo(id, force, folder)).value();
    }
}
