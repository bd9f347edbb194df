package dev.mongohaul.cli;

import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Gives a run's command once more. */
@Command(name = "restart", description = "Continue the import of a run that failed or was stopped.")
final class RestartCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "RUN", description = "The run's number, as 'mongohaul report' lists it.")
    private long id;

    @Mixin
    private JobFolder folder;

    @Mixin
    private MongoOptions mongo;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        ImportPlan plan;
        try (Session session = Session.open(mongo, spec.commandLine().getErr())) {
            plan = session.planOf(session.run(id));
        }
        ImportRequest request = plan.request();
        JobFile file = folder.files().find(request.jobFile(), request.parameters());
        return new ImportRunner(spec.commandLine(), mongo)
                .run(file, request, plan.identity().again() > 0)
                .value();
    }
}
