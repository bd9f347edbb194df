package dev.mongohaul.cli.run;

import dev.mongohaul.cli.console.UsageException;
import dev.mongohaul.job.SecretFiles;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.slot.ScheduledJob;
import dev.mongohaul.job.slot.Timetable;
import dev.mongohaul.serve.ServeConfiguration;
import dev.mongohaul.serve.access.Access;
import java.io.PrintWriter;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.bridge.SLF4JBridgeHandler;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;

/**
 * The program that stays: where it listens, and what it tells when it begins.
 *
 * @param address to listen at
 * @param port 0 for any that is free
 * @param access who may reach it
 * @param usersFile where the access has users from
 */
public record Serving(
        String address, int port, JobFiles files, Access access, Optional<Path> usersFile, PrintWriter err) {

    private static final int LAST_PORT = 65_535;

    /** What cannot be listened at is told before anything is opened, where that can be known. */
    public Serving {
        if (port < 0 || port > LAST_PORT) {
            throw new UsageException("--port=%d: a port is 0 (any that is free) to %d".formatted(port, LAST_PORT));
        }
    }

    /**
     * Serves until the latch opens.
     *
     * @param uriFile as {@link Session#open} takes it
     */
    public void until(CountDownLatch ended, @Nullable Path uriFile) throws InterruptedException {
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        Clock clock = Clock.systemUTC();
        try (Session session = open(uriFile, clock)) {
            err.printf("Serving at %s, until Ctrl-C%n", url(session));
            tell(session.bean(Timetable.class).scheduled(), clock);
            ended.await();
        }
    }

    private Session open(@Nullable Path uriFile, Clock clock) {
        try {
            return Session.serve(uriFile, err, application(uriFile, clock));
        } catch (RuntimeException e) {
            Throwable cause = NestedExceptionUtils.getMostSpecificCause(e);
            if (cause instanceof SocketException bound) {
                throw new UsageException("--address=%s --port=%d: %s; another --port, or 0 for any that is free, may do"
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
            environment.getPropertySources().addFirst(new MapPropertySource("command", asked(environment)));
            GenericApplicationContext beans = (GenericApplicationContext) context;
            beans.registerBean(JobFiles.class, () -> files);
            beans.registerBean(Access.class, () -> access);
            beans.registerBean(Clock.class, () -> clock);
            List<Path> named = Stream.concat(Stream.ofNullable(uriFile), usersFile.stream())
                    .toList();
            beans.registerBean(SecretFiles.class, () -> SecretFiles.of(environment, named));
        });
    }

    /** A port of their own for health and metrics is open to no more machines than the pages, unless that is said. */
    private Map<String, Object> asked(Environment environment) {
        Map<String, Object> asked = new HashMap<>(Map.of("server.address", address, "server.port", port));
        if (environment.containsProperty("management.server.port")) {
            asked.put("management.server.address", environment.getProperty("management.server.address", address));
        }
        return asked;
    }

    private String url(Session session) {
        boolean encrypted = Stream.of("bundle", "certificate", "key-store")
                .anyMatch(name -> session.property("server.ssl." + name) != null);
        return "%s://%s:%s".formatted(encrypted ? "https" : "http", host(), session.property("local.server.port"));
    }

    private String host() {
        return address.contains(":") ? "[" + address + "]" : address;
    }

    private void tell(List<ScheduledJob> scheduled, Clock clock) {
        if (scheduled.isEmpty()) {
            err.println("No job has a schedule yet; job files are read again while this serves");
        }
        for (ScheduledJob job : scheduled) {
            err.printf("%s: next at %s%n", job.name(), job.nextText(clock.instant()));
        }
        err.flush();
    }
}
