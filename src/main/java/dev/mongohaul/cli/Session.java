package dev.mongohaul.cli;

import dev.mongohaul.job.launch.ImportConfiguration;
import dev.mongohaul.job.launch.MongoConnections;
import dev.mongohaul.job.launch.RunControl;
import dev.mongohaul.mongo.MongoAddress;
import dev.mongohaul.mongo.MongoAddress.MongoAddressResolver;
import dev.mongohaul.mongo.embedded.EmbeddedServer.EmbeddedServerSettings;
import dev.mongohaul.retention.Pruner;
import dev.mongohaul.schedule.SlotConfiguration;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
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
import org.springframework.util.ClassUtils;

/** Connection to MongoDB for one command, with the services of the program. */
final class Session implements AutoCloseable {

    /** Folder of the embedded server, in the working directory. */
    static final Path EMBEDDED = Path.of(".mongohaul");

    private final ConfigurableApplicationContext context;

    private Session(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /**
     * Connects, and prints warnings about possible loss of data.
     *
     * @param uriFile holds the connection string; null if the environment names the server, or none is named
     */
    static Session open(@Nullable Path uriFile, Invocation invocation) {
        return open(
                uriFile,
                invocation,
                new SpringApplicationBuilder(ImportConfiguration.class, Pruner.class, SlotConfiguration.Stores.class)
                        .web(WebApplicationType.NONE));
    }

    /** Starts a web server and the configurations of the builder in addition to what imports need. */
    static Session serve(@Nullable Path uriFile, Invocation invocation, SpringApplicationBuilder more) {
        return open(uriFile, invocation, more.sources(ImportConfiguration.class).web(WebApplicationType.SERVLET));
    }

    private static Session open(@Nullable Path uriFile, Invocation invocation, SpringApplicationBuilder application) {
        Settings.of(invocation).check();
        MongoAddressResolver resolver = new MongoAddressResolver(invocation.environment());
        Optional<MongoAddress> named = resolver.data(uriFile);
        Optional<MongoAddress> repository = resolver.repository();
        application.initializers(context -> Settings.use(invocation, context.getEnvironment()));
        EmbeddedServerSettings embedded =
                EmbeddedServerSettings.in(invocation.resolve(EMBEDDED)).withEnvironment(invocation.environment());
        ConfigurableApplicationContext context = named.isEmpty() && composeIsPresent()
                ? start(application, beans -> MongoConnections.open(composed(beans), repository, embedded))
                : startConnecting(application, () -> MongoConnections.open(named, repository, embedded));
        context.getBean(MongoConnections.class)
                .warnings()
                .forEach(warning -> invocation.err().println("Warning: " + warning));
        return new Session(context);
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

    private static boolean composeIsPresent() {
        return ClassUtils.isPresent("org.springframework.boot.docker.compose.core.DockerCompose", null);
    }

    /** Returns the server of docker compose, which Spring Boot knows in development once it has started. */
    private static Optional<MongoAddress> composed(BeanFactory beans) {
        return Optional.ofNullable(
                        beans.getBeanProvider(MongoConnectionDetails.class).getIfAvailable())
                .map(details ->
                        MongoAddress.parse(details.getConnectionString().getConnectionString(), "docker compose"));
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** Returns a property of the services' environment; null if it is not set. */
    @Nullable
    String property(String name) {
        return context.getEnvironment().getProperty(name);
    }

    String server() {
        MongoConnections connections = bean(MongoConnections.class);
        return "MongoDB %s %s %s"
                .formatted(
                        connections.data().facts().version(),
                        connections.embedded() ? "embedded at" : "at",
                        String.join(",", connections.data().address().hosts()));
    }

    RunControl control() {
        return bean(RunControl.class);
    }

    @Override
    public void close() {
        context.close();
    }
}
