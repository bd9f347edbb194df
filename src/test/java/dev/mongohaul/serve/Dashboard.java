package dev.mongohaul.serve;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.serve.security.Access;
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

/** Application of the serve command with a simple browser: cookies and forms, no scripts. */
final class Dashboard implements AutoCloseable {

    private static final Pattern TOKEN = Pattern.compile("<input type=\"hidden\" name=\"_csrf\" value=\"([^\"]*)\"");

    private final Served served;
    private volatile String token = "";
    private final HttpClient browser =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

    private Dashboard(Served served) {
        this.served = served;
    }

    /** Starts the application without users, with the jobs of the folder's {@code jobs}. */
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

    /** Loads a page; does not follow redirects. */
    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return browser.send(
                HttpRequest.newBuilder(URI.create(address() + path))
                        .header("Accept", "text/html")
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Sends a form with the token of the page, or with the last token if the page has none. */
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
