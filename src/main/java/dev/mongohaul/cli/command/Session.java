package dev.mongohaul.cli.command;

import dev.mongohaul.job.launch.ImportConfiguration;
import dev.mongohaul.job.launch.MongoConnections;
import dev.mongohaul.job.launch.RunControl;
import dev.mongohaul.mongo.MongoAddress;
import dev.mongohaul.mongo.MongoAddressResolver;
import dev.mongohaul.mongo.embedded.EmbeddedServerSettings;
import dev.mongohaul.retention.HousekeepingConfiguration.PrunerConfiguration;
import dev.mongohaul.schedule.SlotConfiguration;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.mongodb.autoconfigure.MongoConnectionDetails;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.util.ClassUtils;

/** A connection to MongoDB with the program's services on top of it, for as long as one command takes. */
public final class Session implements AutoCloseable {

    /** Where the embedded server has its data, under the working directory. */
    public static final Path EMBEDDED = Path.of(".mongohaul");

    private final ConfigurableApplicationContext context;

    private Session(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /**
     * Connects, and warns of what can be lost with such a server.
     *
     * @param uriFile holds the connection string; null where the environment names the server, or nobody does
     */
    public static Session open(@Nullable Path uriFile, PrintWriter err) {
        return open(
                uriFile,
                err,
                new SpringApplicationBuilder(
                                ImportConfiguration.class, PrunerConfiguration.class, SlotConfiguration.Stores.class)
                        .web(WebApplicationType.NONE));
    }

    /** As a command that stays, with a web server, and what else the builder adds to what imports take. */
    public static Session serve(@Nullable Path uriFile, PrintWriter err, SpringApplicationBuilder more) {
        return open(uriFile, err, more.sources(ImportConfiguration.class).web(WebApplicationType.SERVLET));
    }

    private static Session open(@Nullable Path uriFile, PrintWriter err, SpringApplicationBuilder application) {
        MongoAddressResolver resolver = new MongoAddressResolver(System.getenv());
        Optional<MongoAddress> named = resolver.data(uriFile);
        Optional<MongoAddress> repository = resolver.repository();
        ConfigurableApplicationContext context = named.isEmpty() && composeIsPresent()
                ? start(application, beans -> connect(composed(beans), repository))
                : startConnecting(application, Connecting.begin(() -> connect(named, repository)));
        context.getBean(MongoConnections.class).warnings().forEach(warning -> err.println("Warning: " + warning));
        err.flush();
        return new Session(context);
    }

    private static ConfigurableApplicationContext startConnecting(
            SpringApplicationBuilder application, Connecting connecting) {
        try {
            return start(application, beans -> connecting.await());
        } catch (RuntimeException e) {
            connecting.giveUp();
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

    private static MongoConnections connect(Optional<MongoAddress> data, Optional<MongoAddress> repository) {
        return MongoConnections.open(data, repository, EmbeddedServerSettings.in(EMBEDDED));
    }

    private static boolean composeIsPresent() {
        return ClassUtils.isPresent("org.springframework.boot.docker.compose.core.DockerCompose", null);
    }

    /** In development, Spring Boot's support of docker compose names the server, once Spring has started. */
    private static Optional<MongoAddress> composed(BeanFactory beans) {
        return Optional.ofNullable(
                        beans.getBeanProvider(MongoConnectionDetails.class).getIfAvailable())
                .map(details ->
                        MongoAddress.parse(details.getConnectionString().getConnectionString(), "docker compose"));
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** A property of the environment that the services run in; null where there is none. */
    public @Nullable String property(String name) {
        return context.getEnvironment().getProperty(name);
    }

    /** The server, for people. */
    public String server() {
        MongoConnections connections = bean(MongoConnections.class);
        return "MongoDB %s %s %s"
                .formatted(
                        connections.data().facts().version(),
                        connections.embedded() ? "embedded at" : "at",
                        String.join(",", connections.data().address().hosts()));
    }

    /** What can be done with runs. */
    public RunControl control() {
        return bean(RunControl.class);
    }

    @Override
    public void close() {
        context.close();
    }
}
