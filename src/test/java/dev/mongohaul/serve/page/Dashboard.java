package dev.mongohaul.serve.page;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.job.file.read.JobFiles;
import dev.mongohaul.job.run.ImportConfiguration;
import dev.mongohaul.job.run.MongoConnections;
import dev.mongohaul.mongo.MongoAddress;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.mongo.embedded.EmbeddedServerSettings;
import dev.mongohaul.serve.ServeConfiguration;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** What {@code serve} makes, at a free port, and a browser without a screen: cookies, forms, no scripts. */
final class Dashboard implements AutoCloseable {

    private static final Pattern TOKEN = Pattern.compile("<input type=\"hidden\" name=\"(_csrf)\" value=\"([^\"]*)\"");

    private final String database;
    private final ConfigurableApplicationContext context;
    private final HttpClient browser =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

    private Dashboard(String database, ConfigurableApplicationContext context) {
        this.database = database;
        this.context = context;
    }

    /** With the jobs of the folder {@code jobs} in the one given. */
    static Dashboard start(String database, Path folder) {
        MongoAddress address = MongoAddress.parse(
                TestServer.uri().replaceFirst("^(mongodb://[^/?]+)(/[^?]*)?", "$1/" + database), "test");
        ConfigurableApplicationContext context = new SpringApplicationBuilder(
                        ServeConfiguration.class, ImportConfiguration.class)
                .web(WebApplicationType.SERVLET)
                .logStartupInfo(false)
                .registerShutdownHook(false)
                .properties(
                        "server.address=127.0.0.1",
                        "server.port=0",
                        "mongohaul.repository.checkpoint-interval=0s",
                        "mongohaul.import.smallest-range=1B")
                .initializers(application -> {
                    GenericApplicationContext beans = (GenericApplicationContext) application;
                    beans.registerBean(JobFiles.class, () -> new JobFiles(folder.resolve("jobs"), folder));
                    beans.registerBean(Clock.class, Clock::systemUTC);
                    beans.registerBean(
                            MongoConnections.class,
                            () -> MongoConnections.open(
                                    Optional.of(address),
                                    Optional.empty(),
                                    EmbeddedServerSettings.in(Path.of("target/unused"))));
                })
                .run();
        return new Dashboard(database, context);
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    MongoDatabase database() {
        return TestServer.client().getDatabase(database);
    }

    String address() {
        return "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
    }

    /** Follows no redirect. */
    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return browser.send(
                HttpRequest.newBuilder(URI.create(address() + path))
                        .header("Accept", "text/html")
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Fills in a form of the page and sends it. */
    HttpResponse<String> send(String page, String action, String... namesAndValues)
            throws IOException, InterruptedException {
        Map<String, String> fields = new LinkedHashMap<>();
        Matcher token = TOKEN.matcher(get(page).body());
        if (token.find()) {
            fields.put(token.group(1), token.group(2));
        }
        for (int index = 0; index < namesAndValues.length; index += 2) {
            fields.put(namesAndValues[index], namesAndValues[index + 1]);
        }
        String body = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return browser.send(
                HttpRequest.newBuilder(URI.create(address() + action))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .header("Accept", "text/html")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        context.close();
        database().drop();
    }
}
