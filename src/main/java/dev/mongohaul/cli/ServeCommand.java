package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.cli.run.MongoOptions;
import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.cli.session.JobFolder;
import dev.mongohaul.cli.session.ServerChoice;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.job.SecretFiles;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.schedule.ScheduledJob;
import dev.mongohaul.schedule.Timetable;
import dev.mongohaul.serve.ServeConfiguration;
import dev.mongohaul.serve.security.Access;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.bridge.SLF4JBridgeHandler;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "serve",
        description = {
            "Run jobs by their schedules, and show them in a browser.",
            "serve runs until Ctrl-C or SIGTERM. Several processes can serve the same jobs: each scheduled import runs"
                    + " once, and if a process dies, another one takes over."
        },
        exitCodeList = {
            "1:failed",
            "2:wrong command, address, users file or webhook",
            "130:stopped by Ctrl-C",
            "143:stopped by SIGTERM"
        },
        footer = {
            "  mongohaul serve --port=9090",
            "  mongohaul serve --address=0.0.0.0 --host=nights.example.com --users-file=/etc/mongohaul/users"
        })
final class ServeCommand extends ConsoleCommand {

    private static final String USERS_FILE = "MONGOHAUL_USERS_FILE";

    /** Longest wait, after a signal, for running imports to end. */
    private static final long LONGEST_END_SECONDS = 40;

    @Option(
            names = "--address",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address to listen on. Default: ${DEFAULT-VALUE}, for browsers on this machine only.")
    private String address;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8080",
            description = "Port to listen on; 0 is any free port. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description = "Host name in the URL of browsers. localhost and the address need none. Can be repeated.")
    private List<String> hosts = List.of();

    @Option(
            names = "--users-file",
            paramLabel = "FILE",
            description = "File of the users who may log in. Required unless the address is a loopback address. Wins"
                    + " over MONGOHAUL_USERS_FILE. 'mongohaul password' prints its lines.")
    private @Nullable Path usersFile;

    @Mixin
    private JobFolder jobs;

    @Mixin
    private MongoOptions mongo;

    @Override
    public Integer call() {
        ServerChoice server = mongo.server(spec).announcing();
        requirePort("--port", port);
        jobs.missing()
                .ifPresent(missing -> err().printf(
                                "Warning: %s serve reads its jobs there as soon as it exists; --jobs=DIR names another one.%n",
                                missing));
        Serving serving =
                new Serving(address, port, jobs.files().withListedVariables(), access(), users(), invocation());
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Thread hook = new Thread(
                () -> {
                    invocation().end().complete(null);
                    ended.completeOnTimeout(null, LONGEST_END_SECONDS, TimeUnit.SECONDS)
                            .join();
                },
                "end-of-service");
        Runtime.getRuntime().addShutdownHook(hook);
        try {
            serving.until(invocation().end(), server);
        } finally {
            ended.complete(null);
        }
        return ExitCode.COMPLETED.value();
    }

    private Access access() {
        if (address.isBlank()) {
            throw new UsageException("--address= names none; 0.0.0.0 is every address of this machine");
        }
        return Access.of(address, hosts, users());
    }

    private Optional<Path> users() {
        return Optional.ofNullable(usersFile).or(this::usersFileOfEnvironment).map(invocation()::resolve);
    }

    private Optional<Path> usersFileOfEnvironment() {
        String path = invocation().environment().get(USERS_FILE);
        if (path != null && path.isBlank()) {
            throw new UsageException(USERS_FILE + " is set but empty. Give it the path of a users file, or unset it.");
        }
        return Optional.ofNullable(path).map(Path::of);
    }

    /**
     * The web server and the schedules. Separate from the command, whose methods must not name types of Spring: picocli
     * loads them at every start.
     *
     * @param port 0 for any free port
     */
    private record Serving(
            String address, int port, JobFiles files, Access access, Optional<Path> usersFile, Invocation invocation) {

        /** Serves until the future is completed. */
        void until(CompletableFuture<Void> signalled, ServerChoice server) {
            SLF4JBridgeHandler.removeHandlersForRootLogger();
            SLF4JBridgeHandler.install();
            Clock clock = Clock.systemUTC();
            try (Session session = open(server, clock)) {
                session.target(null).ifPresent(invocation.err()::println);
                invocation.err().printf("Serving at %s, until Ctrl-C%n", url(session));
                printSchedules(session.bean(Timetable.class).scheduled(), clock);
                signalled.join();
            }
        }

        private Session open(ServerChoice server, Clock clock) {
            try {
                return Session.serve(server, application(server.uriFile(), clock));
            } catch (RuntimeException e) {
                Throwable cause = NestedExceptionUtils.getMostSpecificCause(e);
                if (cause instanceof SocketException bound) {
                    throw new UsageException(
                            "--address=%s --port=%d: %s; another --port, or 0 for any that is free, may do"
                                    .formatted(address, port, bound.getMessage()));
                }
                if (cause instanceof UnknownHostException) {
                    throw new UsageException("--address=%s: is no address of this machine".formatted(address));
                }
                throw e;
            }
        }

        private SpringApplicationBuilder application(@Nullable Path uriFile, Clock clock) {
            return new SpringApplicationBuilder(ServeConfiguration.class).initializers(context -> {
                ConfigurableEnvironment environment = context.getEnvironment();
                environment.getPropertySources().addFirst(new MapPropertySource("command", properties(environment)));
                GenericApplicationContext beans = (GenericApplicationContext) context;
                beans.registerBean(JobFiles.class, () -> files);
                beans.registerBean(Access.class, () -> access);
                beans.registerBean(Clock.class, () -> clock);
                List<Path> named = Stream.concat(
                                Stream.ofNullable(uriFile), Stream.concat(usersFile.stream(), brokerPassword()))
                        .map(Path::toAbsolutePath)
                        .toList();
                beans.registerBean(SecretFiles.class, () -> SecretFiles.of(environment, named));
            });
        }

        private Stream<Path> brokerPassword() {
            return Stream.ofNullable(invocation.environment().get(Session.BROKER_PASSWORD_FILE))
                    .filter(file -> !file.isBlank())
                    .map(file -> invocation.resolve(Path.of(file)));
        }

        /** A separate port for health and metrics listens at the address of the pages unless configured otherwise. */
        private Map<String, Object> properties(Environment environment) {
            Map<String, Object> properties = new HashMap<>(Map.of("server.address", address, "server.port", port));
            if (environment.containsProperty("management.server.port")) {
                properties.put(
                        "management.server.address", environment.getProperty("management.server.address", address));
            }
            return properties;
        }

        private String url(Session session) {
            boolean encrypted = Stream.of("bundle", "certificate", "key-store")
                    .anyMatch(name -> session.property("server.ssl." + name) != null);
            String host = address.contains(":") ? "[" + address + "]" : address;
            return "%s://%s:%s".formatted(encrypted ? "https" : "http", host, session.property("local.server.port"));
        }

        private void printSchedules(List<ScheduledJob> scheduled, Clock clock) {
            if (scheduled.isEmpty()) {
                invocation.err().println("No job has a schedule. serve reads the job files again every few seconds.");
            }
            for (ScheduledJob job : scheduled) {
                invocation.err().printf("%s: next run: %s%n", job.name(), job.nextText(clock.instant()));
            }
        }
    }
}
