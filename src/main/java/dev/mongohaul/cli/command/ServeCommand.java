package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.ExitCode;
import dev.mongohaul.cli.console.UsageException;
import dev.mongohaul.cli.run.Session;
import dev.mongohaul.cli.run.UntilSignal;
import dev.mongohaul.job.file.read.JobFiles;
import dev.mongohaul.job.slot.ScheduledJob;
import dev.mongohaul.job.slot.Timetable;
import dev.mongohaul.serve.ServeConfiguration;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.slf4j.bridge.SLF4JBridgeHandler;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.support.GenericApplicationContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs jobs by their schedules, until it is told to end. */
@Command(
        name = "serve",
        description = {
            "Run jobs when their schedules say, until Ctrl-C or SIGTERM.",
            "Several processes can serve the same jobs: each slot runs once, and another takes over where one dies."
        },
        footer = {"", "Example: mongohaul serve --jobs=jobs"})
public final class ServeCommand implements Callable<Integer> {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss xxx", Locale.ROOT);

    @Option(
            names = "--address",
            defaultValue = "127.0.0.1",
            description = "Address to listen at (default: ${DEFAULT-VALUE}, this machine alone).")
    private String address;

    @Option(
            names = "--port",
            defaultValue = "8080",
            description = "Port to listen at; 0 picks a free one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Mixin
    private JobFolder jobs;

    @Mixin
    private MongoOptions mongo;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        return UntilSignal.during(ended -> {
            Clock clock = Clock.systemUTC();
            try (Session session = open(clock)) {
                PrintWriter err = spec.commandLine().getErr();
                err.printf("Serving at http://%s:%s, until Ctrl-C%n", host(), session.property("local.server.port"));
                tell(session.bean(Timetable.class).scheduled(), clock, err);
                ended.await();
            }
            return ExitCode.COMPLETED.value();
        });
    }

    private Session open(Clock clock) {
        try {
            return mongo.serve(spec, application(clock));
        } catch (PortInUseException e) {
            throw new UsageException("Port %d is taken; --port=%d asks for the next one, --port=0 for any that is free"
                    .formatted(port, port + 1));
        }
    }

    private String host() {
        return address.contains(":") ? "[" + address + "]" : address;
    }

    private SpringApplicationBuilder application(Clock clock) {
        return new SpringApplicationBuilder(ServeConfiguration.class)
                .properties("server.address=" + address, "server.port=" + port)
                .initializers(context -> {
                    GenericApplicationContext beans = (GenericApplicationContext) context;
                    beans.registerBean(JobFiles.class, jobs::files);
                    beans.registerBean(Clock.class, () -> clock);
                });
    }

    private static void tell(List<ScheduledJob> scheduled, Clock clock, PrintWriter err) {
        if (scheduled.isEmpty()) {
            err.println("No job has a schedule yet; job files are read again while this serves");
        }
        for (ScheduledJob job : scheduled) {
            String next = job.next(clock.instant())
                    .map(slot -> ZonedDateTime.ofInstant(
                                    slot.time(), job.schedule().zone())
                            .format(TIME))
                    .orElse("no time any more");
            err.printf("%s: next at %s%n", job.name(), next);
        }
        err.flush();
    }
}
