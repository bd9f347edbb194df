package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.console.UsageException;
import dev.mongohaul.cli.run.Session;
import dev.mongohaul.job.run.ImportLauncher;
import dev.mongohaul.repository.ImportPlan;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Gives up an import that did not finish. */
@Command(
        name = "abandon",
        description = "Give up the unfinished import of a run. What it wrote stays; it is not continued any more.",
        footer = {"", "Example: mongohaul abandon 42"})
public final class AbandonCommand implements Callable<Integer> {

    @Parameters(
            index = "0",
            paramLabel = "RUN",
            converter = RunNumber.class,
            description = "The run's number, as 'mongohaul report' lists it.")
    private long id;

    @Mixin
    private MongoOptions mongo;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        try (Session session = mongo.open(spec)) {
            ImportPlan plan = session.planOf(session.run(id));
            if (plan.state() != ImportPlan.State.UNFINISHED) {
                throw new UsageException("The import of run %d is %s: there is nothing to give up"
                        .formatted(id, plan.state().name().toLowerCase(Locale.ROOT)));
            }
            session.bean(ImportLauncher.class).abandon(plan);
            spec.commandLine()
                    .getOut()
                    .printf(
                            "Import %d of %s is given up; what it wrote stays in %s%n",
                            plan.jobInstanceId(),
                            plan.identity().job(),
                            plan.identity().target());
        }
        return ExitCode.COMPLETED.value();
    }
}
