package dev.mongohaul.cli.command;

import dev.mongohaul.cli.console.Invocation;
import dev.mongohaul.job.launch.ImportConfiguration;
import dev.mongohaul.job.launch.MongoConnections;
import dev.mongohaul.job.launch.RunControl;
import dev.mongohaul.mongo.MongoAddress;
import dev.mongohaul.mongo.MongoAddressResolver;
import dev.mongohaul.mongo.embedded.EmbeddedServerSettings;
import dev.mongohaul.retention.HousekeepingConfiguration.PrunerConfiguration;
import dev.mongohaul.schedule.SlotConfiguration;
import java.nio.file.Path;
import java.util.Map;
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
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.util.ClassUtils;

/** A connection to MongoDB with the program's services on top of it, for as long as one command takes. */
public final class Session implements AutoCloseable {

    /** The folder of the embedded server, in the working directory. */
    public static final Path EMBEDDED = Path.of(".mongohaul");

    private final ConfigurableApplicationContext context;

    private Session(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /**
     * Connects, and warns of what can be lost with such a server.
     *
     * @param uriFile holds the connection string; null if the environment names the server, or none is named
     */
    public static Session open(@Nullable Path uriFile, Invocation invocation) {
        return open(
                uriFile,
                invocation,
                new SpringApplicationBuilder(
                                ImportConfiguration.class, PrunerConfiguration.class, SlotConfiguration.Stores.class)
                        .web(WebApplicationType.NONE));
    }

    /** Starts a web server and the configurations of the builder in addition to what imports need. */
    public static Session serve(@Nullable Path uriFile, Invocation invocation, SpringApplicationBuilder more) {
        return open(uriFile, invocation, more.sources(ImportConfiguration.class).web(WebApplicationType.SERVLET));
    }

    private static Session open(@Nullable Path uriFile, Invocation invocation, SpringApplicationBuilder application) {
        MongoAddressResolver resolver = new MongoAddressResolver(invocation.environment());
        Optional<MongoAddress> named = resolver.data(uriFile);
        Optional<MongoAddress> repository = resolver.repository();
        application.initializers(context -> use(invocation, context.getEnvironment()));
        EmbeddedServerSettings embedded =
                EmbeddedServerSettings.in(invocation.resolve(EMBEDDED)).withEnvironment(invocation.environment());
        ConfigurableApplicationContext context = named.isEmpty() && composeIsPresent()
                ? start(application, beans -> connect(composed(beans), repository, embedded))
                : startConnecting(application, Connecting.begin(() -> connect(named, repository, embedded)));
        context.getBean(MongoConnections.class)
                .warnings()
                .forEach(warning -> invocation.err().println("Warning: " + warning));
        return new Session(context);
    }

    /** Has Spring read the variables of the invocation. */
    static void use(Invocation invocation, ConfigurableEnvironment environment) {
        String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
        environment
                .getPropertySources()
                .replace(name, new SystemEnvironmentPropertySource(name, Map.copyOf(invocation.environment())));
    }

    private static ConfigurableApplicationContext startConnecting(
            SpringApplicationBuilder application, Connecting connecting) {
        try {
            return start(application, beans -> connecting.await());
        } catch (RuntimeException e) {
            connecting.close();
            throw e;
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

    private static MongoConnections connect(
            Optional<MongoAddress> data, Optional<MongoAddress> repository, EmbeddedServerSettings embedded) {
        return MongoConnections.open(data, repository, embedded);
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

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** Returns a property of the services' environment; null if it is not set. */
    public @Nullable String property(String name) {
        return context.getEnvironment().getProperty(name);
    }

    /** Returns a description of the server. */
    public String server() {
        MongoConnections connections = bean(MongoConnections.class);
        return "MongoDB %s %s %s"
                .formatted(
                        connections.data().facts().version(),
                        connections.embedded() ? "embedded at" : "at",
                        String.join(",", connections.data().address().hosts()));
    }

    public RunControl control() {
        return bean(RunControl.class);
    }

    @Override
    public void close() {
        context.close();
    }

    /** A connection that is opened on its own thread while Spring starts, which takes about as long. */
    private static final class Connecting {

        private final CompletableFuture<MongoConnections> connections = new CompletableFuture<>();

        private Connecting() {}

        static Connecting begin(Supplier<MongoConnections> opening) {
            // Two threads that request the first logger at the same time get a warning on standard error.
            LoggerFactory.getILoggerFactory();
            Connecting connecting = new Connecting();
            Thread thread = new Thread(() -> connecting.open(opening), "connect");
            thread.setDaemon(true);
            thread.start();
            return connecting;
        }

        private void open(Supplier<MongoConnections> opening) {
            try {
                connections.complete(opening.get());
            } catch (RuntimeException | Error e) {
                connections.completeExceptionally(e);
            }
        }

        /** Waits for the connections, which the caller closes; throws what connecting threw. */
        MongoConnections await() {
            try {
                return connections.join();
            } catch (CompletionException e) {
                if (e.getCause() instanceof RuntimeException failure) {
                    throw failure;
                }
                throw e;
            }
        }

        /** Closes the connections, now or as soon as they are open. Idempotent. */
        void close() {
            connections
                    .handle((opened, failed) -> {
                        if (opened != null) {
                            opened.close();
                        }
                        return null;
                    })
                    .join();
        }
    }
}
