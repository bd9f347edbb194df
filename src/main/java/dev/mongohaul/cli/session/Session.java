package dev.mongohaul.cli.session;

import dev.mongohaul.broker.ArtemisQueue;
import dev.mongohaul.broker.BrokerAddress;
import dev.mongohaul.broker.BrokerLogin;
import dev.mongohaul.broker.BrokerProperties;
import dev.mongohaul.broker.PartitionQueue;
import dev.mongohaul.cli.output.Terminal;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.job.launch.ImportConfiguration;
import dev.mongohaul.job.launch.RunControl;
import dev.mongohaul.job.run.ImportLog;
import dev.mongohaul.job.run.ImportMeters;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.job.worker.Distribution;
import dev.mongohaul.job.worker.InputMap;
import dev.mongohaul.job.worker.WorkerThreads;
import dev.mongohaul.mongo.ThrowAwayDatabases;
import dev.mongohaul.mongo.address.MongoAddress;
import dev.mongohaul.mongo.address.MongoAddressResolver;
import dev.mongohaul.mongo.embedded.EmbeddedServer;
import dev.mongohaul.mongo.embedded.EmbeddedServerSettings;
import dev.mongohaul.prove.Verifier;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.report.Reports;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.retention.Pruner;
import dev.mongohaul.schedule.Slots;
import dev.mongohaul.schedule.Stores;
import dev.mongohaul.telemetry.Telemetry;
import dev.mongohaul.telemetry.TelemetryAddress;
import dev.mongohaul.text.Printable;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.commons.io.function.Uncheck;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanRegistry;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.mongodb.autoconfigure.MongoConnectionDetails;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;

/** Connection to MongoDB for one command, with the services of the program. */
public final class Session implements AutoCloseable {

    public static final String BROKER_PASSWORD_FILE = "MONGOHAUL_BROKER_PASSWORD_FILE";

    private static final String BROKER_USER = "MONGOHAUL_BROKER_USER";
    private static final String BROKER_TRUST_STORE = "MONGOHAUL_BROKER_TRUST_STORE";

    private final ConfigurableApplicationContext context;
    private final LastImport last;

    private Session(ConfigurableApplicationContext context, LastImport last) {
        this.context = context;
        this.last = last;
    }

    /** Connects, and prints warnings about possible loss of data. */
    public static Session open(ServerChoice server) {
        return open(server, Settings.of(server.invocation()), beans -> {});
    }

    /** Connects for an import, whose figures are sent to the receivers that the environment names. */
    public static Session forImport(ServerChoice server) {
        Map<String, String> environment = server.invocation().environment();
        return open(server, Settings.of(server.invocation()), beans -> {
            boolean logs = Terminal.logsJson();
            if (TelemetryAddress.isIn(environment)) {
                Telemetry telemetry = telemetry(environment);
                beans.registerBean(Telemetry.class, () -> telemetry);
                beans.registerBean(
                        ImportMeters.class, () -> logs ? new ImportLog(telemetry.meters()) : telemetry.meters());
            } else if (logs) {
                beans.registerBean(ImportMeters.class, () -> new ImportLog(ImportMeters.NONE));
            }
        });
    }

    private static Telemetry telemetry(Map<String, String> environment) {
        try {
            return Telemetry.of(environment);
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Starts without Spring Boot, whose search for what an application may need would take a fifth of a second. Only
     * docker compose needs it.
     */
    private static Session open(ServerChoice server, Settings settings, Consumer<GenericApplicationContext> more) {
        Consumer<GenericApplicationContext> services = beans -> {
            beans.register(new ImportConfiguration(), new Stores(), (registry, environment) -> {
                registry.registerBean(Pruner.class, BeanRegistry.Spec::lazyInit);
                registry.registerBean(Verifier.class, BeanRegistry.Spec::lazyInit);
            });
            more.accept(beans);
        };
        Function<Consumer<GenericApplicationContext>, ConfigurableApplicationContext> start = server.composes()
                ? beans -> run(
                        new SpringApplicationBuilder(Session.class).web(WebApplicationType.NONE),
                        server,
                        services.andThen(beans))
                : beans -> {
                    GenericApplicationContext context = new GenericApplicationContext();
                    context.setEnvironment(settings.environment());
                    services.andThen(beans).accept(context);
                    context.refresh();
                    return context;
                };
        return started(server, settings, start);
    }

    /** Starts a web server with the configurations of the builder. */
    public static Session serve(ServerChoice server, SpringApplicationBuilder application) {
        return started(
                server,
                Settings.of(server.invocation()),
                beans -> run(application.web(WebApplicationType.SERVLET), server, beans));
    }

    private static ConfigurableApplicationContext run(
            SpringApplicationBuilder application, ServerChoice server, Consumer<GenericApplicationContext> beans) {
        return application
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .properties(defaults())
                .initializers(context -> {
                    Settings.use(server.invocation(), context.getEnvironment());
                    beans.accept((GenericApplicationContext) context);
                })
                .run();
    }

    /** Returns the program's properties of Spring Boot. In the root of the jar, they would be those of its host too. */
    public static Properties defaults() {
        return Uncheck.get(() ->
                PropertiesLoaderUtils.loadProperties(new ClassPathResource("application.properties", Session.class)));
    }

    /**
     * Works on partitions of other processes while an action runs.
     *
     * @param inputMap folders of this machine by those of others
     * @param metrics null if nobody reads them
     * @param action receives the description of the server
     */
    public static void work(
            ServerChoice server,
            int threads,
            Map<String, String> inputMap,
            @Nullable MetricsEndpoint metrics,
            Consumer<String> action) {
        Consumer<GenericApplicationContext> meters = metrics == null
                ? beans -> {}
                : beans -> {
                    beans.registerBean(MeterRegistry.class, metrics::registry);
                    beans.registerBean(ImportMeters.class, () -> ImportMeters.in(metrics.registry()));
                };
        try (Session session = open(server, Settings.of(server.invocation()), meters);
                WorkerThreads working = session.bean(Distribution.class)
                        .work(
                                threads,
                                new InputMap(inputMap),
                                server.invocation().environment())) {
            Objects.requireNonNull(working);
            action.accept(session.server());
        }
    }

    /** Returns the address of the broker; empty if none is named, so that imports run in one process. */
    public static Optional<BrokerAddress> broker(Invocation invocation) {
        Map<String, String> environment = invocation.environment();
        String user = environment.getOrDefault(BROKER_USER, "").strip();
        String passwordFile = environment.getOrDefault(BROKER_PASSWORD_FILE, "").strip();
        String trustStore = environment.getOrDefault(BROKER_TRUST_STORE, "").strip();
        try {
            return BrokerAddress.of(environment).map(address -> {
                if (user.isEmpty() != passwordFile.isEmpty()) {
                    throw new UsageException("%s and %s belong together: set both or none."
                            .formatted(BROKER_USER, BROKER_PASSWORD_FILE));
                }
                if (!trustStore.isEmpty() && !(address.tls() && invocation.isFile(trustStore))) {
                    throw new UsageException(
                            address.tls()
                                    ? "%s: there is no file %s".formatted(BROKER_TRUST_STORE, trustStore)
                                    : "%s has no effect without TLS: write ssl://%s:%d into %s."
                                            .formatted(
                                                    BROKER_TRUST_STORE,
                                                    address.host(),
                                                    address.port(),
                                                    BrokerAddress.VARIABLE));
                }
                return address.with(
                        trustStore.isEmpty() ? null : invocation.resolve(Path.of(trustStore)),
                        user.isEmpty()
                                ? null
                                : new BrokerLogin(
                                        user, invocation.secret(BROKER_PASSWORD_FILE, Path.of(passwordFile))));
            });
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the folder of the files of this folder's broker. */
    public static Path brokerFolder(Invocation invocation) {
        return invocation.resolve(ServerChoice.EMBEDDED).resolve("broker");
    }

    /** @param start makes the services with these beans in addition */
    private static Session started(
            ServerChoice server,
            Settings settings,
            Function<Consumer<GenericApplicationContext>, ConfigurableApplicationContext> start) {
        settings.check();
        MongoAddressResolver resolver =
                new MongoAddressResolver(server.invocation().environment());
        Optional<BrokerAddress> broker = broker(server.invocation());
        Optional<MongoAddress> named = resolver.data(server.uriFile());
        Optional<MongoAddress> repository = resolver.repository();
        server.announceEmbedded();
        Function<Function<BeanFactory, MongoConnections>, ConfigurableApplicationContext> connected =
                connections -> start.apply(beans -> {
                    beans.registerBean(MongoConnections.class, () -> connections.apply(beans));
                    broker.ifPresent(address -> beans.registerBean(
                            PartitionQueue.class,
                            () -> new ArtemisQueue(address, beans.getBean(BrokerProperties.class))));
                });
        ConfigurableApplicationContext context = server.composes()
                ? connected.apply(beans -> MongoConnections.open(composed(beans), repository, embedded(server)))
                : connecting(connected, () -> MongoConnections.open(named, repository, embedded(server)));
        context.getBean(MongoConnections.class)
                .warnings()
                .forEach(warning -> server.invocation().err().println("Warning: " + warning));
        return new Session(context, server.last());
    }

    /**
     * Connects without services and without the JobRepository, for a command that only looks at data.
     *
     * @throws UsageException if docker compose is to name the server, which needs the services
     */
    public static MongoConnections connect(ServerChoice server) {
        if (server.composes()) {
            throw new UsageException("This command does not use docker compose: set MONGODB_URI.");
        }
        Invocation invocation = server.invocation();
        Optional<MongoAddress> named = new MongoAddressResolver(invocation.environment()).data(server.uriFile());
        return MongoConnections.open(named, Optional.empty(), embedded(server));
    }

    /**
     * Starts or joins the embedded server and keeps it while an action runs.
     *
     * @param port 0 for that of the running server, the last one, or any that is free
     * @param action receives the connection string
     * @throws UsageException if the server runs at another port already
     */
    public static void keepEmbedded(ServerChoice server, int port, Consumer<String> action) {
        try (EmbeddedServer running = EmbeddedServer.acquire(embedded(server).withPort(port))) {
            if (port > 0 && running.port() != port) {
                throw new UsageException(
                        "The embedded MongoDB of this folder runs at port %d already: leave out --port, or end the programs that use it first."
                                .formatted(running.port()));
            }
            // The end of the terminal stops the server too.
            Thread closing = new Thread(running::close, "close-mongod");
            Runtime.getRuntime().addShutdownHook(closing);
            action.accept(running.uri(MongoAddress.DEFAULT_DATABASE));
        }
    }

    private static EmbeddedServerSettings embedded(ServerChoice server) {
        Invocation invocation = server.invocation();
        return EmbeddedServerSettings.in(invocation.resolve(ServerChoice.EMBEDDED))
                .withEnvironment(invocation.environment());
    }

    /** Connects on a thread of its own while Spring starts, which takes about as long. */
    private static ConfigurableApplicationContext connecting(
            Function<Function<BeanFactory, MongoConnections>, ConfigurableApplicationContext> start,
            Supplier<MongoConnections> connecting) {
        // Two threads that request the first logger at the same time get a warning on standard error.
        LoggerFactory.getILoggerFactory();
        CompletableFuture<MongoConnections> connections = CompletableFuture.supplyAsync(connecting, task -> {
            Thread thread = new Thread(task, "connect");
            thread.setDaemon(true);
            thread.start();
        });
        try {
            return start.apply(beans -> await(connections));
        } catch (RuntimeException e) {
            connections
                    .thenAccept(MongoConnections::close)
                    .exceptionally(failed -> null)
                    .join();
            throw e;
        }
    }

    private static MongoConnections await(CompletableFuture<MongoConnections> connections) {
        try {
            return connections.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
    }

    /** Returns the server of docker compose, which Spring Boot knows in development once it has started. */
    private static Optional<MongoAddress> composed(BeanFactory beans) {
        MongoConnectionDetails details =
                beans.getBeanProvider(MongoConnectionDetails.class).getIfAvailable();
        if (details == null) {
            throw new UsageException("docker compose names no MongoDB: set MONGODB_URI, or turn off"
                    + " SPRING_DOCKER_COMPOSE_ENABLED.");
        }
        return Optional.of(MongoAddress.parse(details.getConnectionString().getConnectionString(), "docker compose"));
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** Returns a property of the services' environment; null if it is not set. */
    @Nullable
    public String property(String name) {
        return context.getEnvironment().getProperty(name);
    }

    public boolean isEmbedded() {
        return bean(MongoConnections.class).embedded();
    }

    public String server() {
        MongoConnections connections = bean(MongoConnections.class);
        return "MongoDB %s %s %s"
                .formatted(
                        connections.data().facts().version(),
                        connections.embedded() ? "embedded at" : "at",
                        String.join(",", connections.data().address().hosts()));
    }

    /**
     * Returns the line that says where data will be written; empty for the embedded server, which is announced before it
     * starts.
     *
     * @param database of the data; null for that of the address
     */
    public Optional<String> target(@Nullable String database) {
        return isEmbedded()
                ? Optional.empty()
                : Optional.of("Target: %s, database %s".formatted(server(), Printable.of(databaseOr(database))));
    }

    /** Returns the name of the target database: that of the job, or else that of the connection string. */
    public String databaseOr(@Nullable String database) {
        return Objects.requireNonNullElseGet(
                database, () -> bean(MongoConnections.class).data().address().database());
    }

    /**
     * Remembers the server as that of the folder's last import. Called before the import, so that a killed one is
     * remembered too.
     *
     * @param database as of {@link #target}; a temporary one, of a comparison, is not remembered
     */
    public void remember(@Nullable String database) {
        if (ThrowAwayDatabases.timeOf(databaseOr(database)).isPresent()) {
            return;
        }
        last.remember(
                isEmbedded()
                        ? List.of()
                        : bean(MongoConnections.class).data().address().hosts());
    }

    public Reports reports() {
        return new Reports(bean(Runs.class), bean(RejectStore.class), bean(Slots.class));
    }

    public RunControl control() {
        return bean(RunControl.class);
    }

    @Override
    public void close() {
        context.close();
    }
}
