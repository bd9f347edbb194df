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
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.slf4j.bridge.SLF4JBridgeHandler;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.MapPropertySource;
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

    private static final int LAST_PORT = 65_535;

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
        if (port < 0 || port > LAST_PORT) {
            throw new UsageException("--port=%d: a port is 0 (any that is free) to %d".formatted(port, LAST_PORT));
        }
        if (address.isBlank()) {
            throw new UsageException("--address= names none; 0.0.0.0 is every address of this machine");
        }
        try {
            return mongo.serve(spec, application(clock));
        } catch (RuntimeException e) {
            if (NestedExceptionUtils.getMostSpecificCause(e) instanceof SocketException bound) {
                throw new UsageException("--address=%s --port=%d: %s; another --port, or 0 for any that is free, may do"
                        .formatted(address, port, bound.getMessage()));
            }
            if (NestedExceptionUtils.getMostSpecificCause(e) instanceof UnknownHostException) {
                throw new UsageException("--address=%s: is no address of this machine".formatted(address));
            }
            throw e;
        }
    }

    private String host() {
        return address.contains(":") ? "[" + address + "]" : address;
    }

    private SpringApplicationBuilder application(Clock clock) {
        return new SpringApplicationBuilder(ServeConfiguration.class).initializers(context -> {
            Map<String, Object> asked = Map.of("server.address", address, "server.port", port);
            context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("command", asked));
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
            err.printf("%s: next at %s%n", job.name(), job.nextText(clock.instant()));
        }
        err.flush();
    }
}
