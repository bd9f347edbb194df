package dev.mongohaul.serve.page;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.serve.Served;
import dev.mongohaul.serve.access.Access;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What {@code serve} makes, at a free port, and a browser without a screen: cookies, forms, no scripts. */
final class Dashboard implements AutoCloseable {

    private static final Pattern TOKEN = Pattern.compile("<input type=\"hidden\" name=\"_csrf\" value=\"([^\"]*)\"");

    private final Served served;
    private volatile String token = "";
    private final HttpClient browser =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

    private Dashboard(Served served) {
        this.served = served;
    }

    /** With the jobs of the folder {@code jobs} in the one given, for whoever comes. */
    static Dashboard start(String database, Path folder) {
        return start(database, folder, Access.of("127.0.0.1", List.of(), Optional.empty()));
    }

    static Dashboard start(String database, Path folder, Access access) {
        return new Dashboard(Served.start(database, new JobFiles(folder.resolve("jobs"), folder), access));
    }

    <T> T bean(Class<T> type) {
        return served.bean(type);
    }

    MongoDatabase database() {
        return TestServer.client().getDatabase(served.database().getName());
    }

    String address() {
        return "http://127.0.0.1:" + served.port();
    }

    /** Follows no redirect. */
    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return browser.send(
                HttpRequest.newBuilder(URI.create(address() + path))
                        .header("Accept", "text/html")
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Fills in a form of the page and sends it; of one without forms, as an older page would have it. */
    HttpResponse<String> send(String page, String action, String... namesAndValues)
            throws IOException, InterruptedException {
        Map<String, String> fields = new LinkedHashMap<>();
        Matcher found = TOKEN.matcher(get(page).body());
        if (found.find()) {
            token = found.group(1);
        }
        fields.put("_csrf", token);
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
        MongoDatabase database = database();
        served.close();
        database.drop();
    }
}
