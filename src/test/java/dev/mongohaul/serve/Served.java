package dev.mongohaul.serve;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoDatabase;
import dev.mongohaul.cli.session.Session;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.mongo.address.MongoAddress;
import dev.mongohaul.mongo.embedded.EmbeddedServerSettings;
import dev.mongohaul.serve.security.Access;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** Application of the serve command on a real server, accessed over HTTP. */
public final class Served implements AutoCloseable {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();

    private final ConfigurableApplicationContext context;

    private Served(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /**
     * Starts the application with default properties and a fixed clock.
     *
     * @param more additional configurations
     */
    public static Served start(String database, Path jobs, Access access, Class<?>... more) {
        return start(database, jobs, access, Map.of(), more);
    }

    /** Starts the application with the system clock, and with checkpoints and partitions for small inputs. */
    public static Served start(String database, JobFiles files, Access access) {
        return start(
                database,
                files,
                access,
                Clock.systemUTC(),
                Map.of("mongohaul.repository.checkpoint-interval", "0s", "mongohaul.import.smallest-range", "1B"));
    }

    /** Starts the application with the system clock and properties, on the server at an address, such as that of a proxy. */
    public static synchronized Served at(String uri, JobFiles files, Access access, Map<String, Object> properties) {
        return start(MongoAddress.parse(uri, "test"), files, access, Clock.systemUTC(), properties);
    }

    public static Served start(
            String database, Path jobs, Access access, Map<String, Object> properties, Class<?>... more) {
        // No schedule becomes due.
        Clock still = Clock.fixed(Instant.now(), ZoneOffset.UTC);
        return start(database, new JobFiles(jobs, jobs), access, still, properties, more);
    }

    /** Synchronized, because two contexts that start at the same time disturb each other's logging. */
    private static synchronized Served start(
            String database,
            JobFiles files,
            Access access,
            Clock clock,
            Map<String, Object> properties,
            Class<?>... more) {
        return start(MongoAddress.parse(uri(database), "test"), files, access, clock, properties, more);
    }

    private static Served start(
            MongoAddress address,
            JobFiles files,
            Access access,
            Clock clock,
            Map<String, Object> properties,
            Class<?>... more) {
        SpringApplicationBuilder application = new SpringApplicationBuilder(ServeConfiguration.class)
                .sources(more)
                .web(WebApplicationType.SERVLET)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .properties(Session.defaults())
                .properties(with(properties))
                .initializers(starting -> {
                    GenericApplicationContext beans = (GenericApplicationContext) starting;
                    beans.registerBean(JobFiles.class, () -> files);
                    beans.registerBean(Clock.class, () -> clock);
                    beans.registerBean(Access.class, () -> access);
                    beans.registerBean(
                            MongoConnections.class,
                            () -> MongoConnections.open(
                                    Optional.of(address),
                                    Optional.empty(),
                                    EmbeddedServerSettings.in(Path.of("target/unused"))));
                });
        return new Served(application.run());
    }

    private static String uri(String database) {
        ConnectionString parsed = new ConnectionString(TestServer.uri());
        String uri = TestServer.uri();
        int options = uri.indexOf('?');
        return "mongodb://%s/%s%s"
                .formatted(String.join(",", parsed.getHosts()), database, options < 0 ? "" : uri.substring(options));
    }

    private static Map<String, Object> with(Map<String, Object> others) {
        Map<String, Object> properties = new HashMap<>(others);
        properties.put("server.address", "127.0.0.1");
        properties.put("server.port", 0);
        return properties;
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public int port() {
        return port("local.server.port");
    }

    /** Returns the port of a property. */
    public int port(String property) {
        return context.getEnvironment().getRequiredProperty(property, Integer.class);
    }

    public MongoDatabase database() {
        MongoConnections connections = bean(MongoConnections.class);
        return connections
                .data()
                .client()
                .getDatabase(connections.data().address().database());
    }

    /** Returns a request builder for the path. */
    public HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(port(), path)));
    }

    public HttpResponse<String> get(String path) {
        return send(request(path));
    }

    /** Sends a request; redirections are not followed. */
    public static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
