package dev.mongohaul.cli;

import dev.mongohaul.job.run.RejectFiles;
import dev.mongohaul.repository.ImportPlan;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the rejected records of a run's import to standard output. */
@Command(
        name = "rejects",
        description = "Write the rejected records of a run's import, byte for byte, to standard output.",
        footer = {"", "Example: mongohaul rejects 42 > fix-me.csv"})
final class RejectsCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "RUN", description = "The run's number, as 'mongohaul report' lists it.")
    private long id;

    @Mixin
    private MongoOptions mongo;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        try (Session session = Session.open(mongo, spec.commandLine().getErr());
                OutputStream out = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out))) {
            ImportPlan plan = session.planOf(session.run(id));
            session.bean(RejectFiles.class).write(plan, out);
        }
        return ExitCode.COMPLETED.value();
    }
}
