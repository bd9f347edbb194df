package dev.mongohaul.cli;

import dev.mongohaul.broker.ArtemisQueue;
import dev.mongohaul.broker.BrokerAddress;
import dev.mongohaul.broker.BrokerAddress.Login;
import dev.mongohaul.broker.BrokerProperties;
import dev.mongohaul.broker.PartitionQueue;
import dev.mongohaul.cli.ServerChoice.LastImport;
import dev.mongohaul.job.launch.Distribution;
import dev.mongohaul.job.launch.ImportConfiguration;
import dev.mongohaul.job.launch.ImportMeters;
import dev.mongohaul.job.launch.ImportMeters.RegistryMeters;
import dev.mongohaul.job.launch.MongoConnections;
import dev.mongohaul.job.launch.PartitionWorker.InputMap;
import dev.mongohaul.job.launch.RunControl;
import dev.mongohaul.job.launch.WorkerThreads;
import dev.mongohaul.mongo.MongoAddress;
import dev.mongohaul.mongo.MongoAddress.MongoAddressResolver;
import dev.mongohaul.mongo.ThrowAwayDatabases;
import dev.mongohaul.mongo.embedded.EmbeddedServer;
import dev.mongohaul.mongo.embedded.EmbeddedServer.EmbeddedServerSettings;
import dev.mongohaul.retention.Pruner;
import dev.mongohaul.schedule.SlotConfiguration;
import dev.mongohaul.text.Printable;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.mongodb.autoconfigure.MongoConnectionDetails;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** Connection to MongoDB for one command, with the services of the program. */
final class Session implements AutoCloseable {

    static final String BROKER_PASSWORD_FILE = "MONGOHAUL_BROKER_PASSWORD_FILE";

    private static final String BROKER_USER = "MONGOHAUL_BROKER_USER";
    private static final String BROKER_TRUST_STORE = "MONGOHAUL_BROKER_TRUST_STORE";

    private final ConfigurableApplicationContext context;
    private final LastImport last;

    private Session(ConfigurableApplicationContext context, LastImport last) {
        this.context = context;
        this.last = last;
    }

    /** Connects, and prints warnings about possible loss of data. */
    static Session open(ServerChoice server) {
        return open(server, services(), broker(server.invocation()));
    }

    private static SpringApplicationBuilder services() {
        return new SpringApplicationBuilder(ImportConfiguration.class, Pruner.class, SlotConfiguration.Stores.class)
                .web(WebApplicationType.NONE);
    }

    /**
     * Starts a web server and the configurations of the builder in addition to what imports need.
     *
     * @param broker of this process; null for the one that the environment names
     */
    static Session serve(ServerChoice server, SpringApplicationBuilder more, @Nullable BrokerAddress broker) {
        return open(
                server,
                more.sources(ImportConfiguration.class).web(WebApplicationType.SERVLET),
                Optional.ofNullable(broker).or(() -> broker(server.invocation())));
    }

    /**
     * Works on partitions of other processes while an action runs.
     *
     * @param inputMap folders of this machine by those of others
     * @param metrics null if nobody reads them
     * @param action receives the description of the server
     */
    static void work(
            ServerChoice server,
            int threads,
            Map<String, String> inputMap,
            @Nullable MetricsEndpoint metrics,
            Consumer<String> action) {
        SpringApplicationBuilder application = services();
        if (metrics != null) {
            application.initializers(context -> {
                GenericApplicationContext beans = (GenericApplicationContext) context;
                beans.registerBean(MeterRegistry.class, metrics::registry);
                beans.registerBean(ImportMeters.class, () -> new RegistryMeters(metrics.registry()));
            });
        }
        try (Session session = open(server, application, broker(server.invocation()));
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
    static Optional<BrokerAddress> broker(Invocation invocation) {
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
                                : new Login(user, invocation.secret(BROKER_PASSWORD_FILE, Path.of(passwordFile))));
            });
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the folder of the files of this folder's broker. */
    static Path brokerFolder(Invocation invocation) {
        return invocation.resolve(ServerChoice.EMBEDDED).resolve("broker");
    }

    private static Session open(
            ServerChoice server, SpringApplicationBuilder application, Optional<BrokerAddress> broker) {
        Invocation invocation = server.invocation();
        broker.ifPresent(address -> application.initializers(context -> ((GenericApplicationContext) context)
                .registerBean(
                        PartitionQueue.class,
                        () -> new ArtemisQueue(address, context.getBean(BrokerProperties.class)))));
        Settings.of(invocation).check();
        MongoAddressResolver resolver = new MongoAddressResolver(invocation.environment());
        Optional<MongoAddress> named = resolver.data(server.uriFile());
        Optional<MongoAddress> repository = resolver.repository();
        server.announceEmbedded();
        application.initializers(context -> Settings.use(invocation, context.getEnvironment()));
        ConfigurableApplicationContext context = server.composes()
                ? start(application, beans -> MongoConnections.open(composed(beans), repository, embedded(server)))
                : startConnecting(application, () -> MongoConnections.open(named, repository, embedded(server)));
        context.getBean(MongoConnections.class)
                .warnings()
                .forEach(warning -> invocation.err().println("Warning: " + warning));
        return new Session(context, server.last());
    }

    /**
     * Connects without services and without the JobRepository, for a command that only looks at data.
     *
     * @throws UsageException if docker compose is to name the server, which needs the services
     */
    static MongoConnections connect(ServerChoice server) {
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
    static void keepEmbedded(ServerChoice server, int port, Consumer<String> action) {
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
    private static ConfigurableApplicationContext startConnecting(
            SpringApplicationBuilder application, Supplier<MongoConnections> connecting) {
        // Two threads that request the first logger at the same time get a warning on standard error.
        LoggerFactory.getILoggerFactory();
        CompletableFuture<MongoConnections> connections = CompletableFuture.supplyAsync(connecting, task -> {
            Thread thread = new Thread(task, "connect");
            thread.setDaemon(true);
            thread.start();
        });
        try {
            return start(application, beans -> await(connections));
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

    private static ConfigurableApplicationContext start(
            SpringApplicationBuilder application, Function<BeanFactory, MongoConnections> connections) {
        return application
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .initializers(context -> ((GenericApplicationContext) context)
                        .registerBean(MongoConnections.class, () -> connections.apply(context)))
                .run();
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

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** Returns a property of the services' environment; null if it is not set. */
    @Nullable
    String property(String name) {
        return context.getEnvironment().getProperty(name);
    }

    boolean isEmbedded() {
        return bean(MongoConnections.class).embedded();
    }

    String server() {
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
    Optional<String> target(@Nullable String database) {
        return isEmbedded()
                ? Optional.empty()
                : Optional.of("Target: %s, database %s".formatted(server(), Printable.of(databaseOr(database))));
    }

    private String databaseOr(@Nullable String database) {
        return Objects.requireNonNullElseGet(
                database, () -> bean(MongoConnections.class).data().address().database());
    }

    /**
     * Remembers the server as that of the folder's last import. Called before the import, so that a killed one is
     * remembered too.
     *
     * @param database as of {@link #target}; a temporary one, of a comparison, is not remembered
     */
    void remember(@Nullable String database) {
        if (ThrowAwayDatabases.timeOf(databaseOr(database)).isPresent()) {
            return;
        }
        last.remember(
                isEmbedded()
                        ? List.of()
                        : bean(MongoConnections.class).data().address().hosts());
    }

    RunControl control() {
        return bean(RunControl.class);
    }

    @Override
    public void close() {
        context.close();
    }
}
