package dev.mongohaul.serve.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.csv.place.ObjectMark;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.file.FileId;
import dev.mongohaul.repository.file.FileState;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.serve.Served;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Access with users and roles. */
class UserAccessIT {

    private static final String PASSWORD = "correct horse battery";
    private static final String SESSION = "JSESSIONID";

    @TempDir
    private static Path jobs;

    private static Served served;

    @BeforeAll
    static void serve() {
        Access access = new Access(
                Set.of("127.0.0.1"),
                List.of(
                        QuickUser.create("vera", Role.VIEW, PASSWORD),
                        QuickUser.create("olga", Role.OPERATE, PASSWORD),
                        QuickUser.create("mallory.target", Role.VIEW, PASSWORD),
                        QuickUser.create("scraped", Role.VIEW, PASSWORD)));
        served = Served.start(TestServer.database("access"), jobs, access, Guarded.class);
    }

    @AfterAll
    static void end() {
        served.close();
    }

    @Test
    void anonymousRequestIsRedirectedWithoutASession() {
        Browser stranger = new Browser(served);

        HttpResponse<String> answer = stranger.get("/guarded");

        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(location(answer)).endsWith("/login");
        assertThat(answer.body()).isEmpty();
        assertThat(stranger.get("/login").body()).contains("<label for=\"password\">", "/assets/page.css");
        assertThat(stranger.cookie(SESSION)).isEmpty();
    }

    @Test
    void anonymousUserChangesNothing() {
        int before = changes();
        Browser stranger = new Browser(served);
        stranger.get("/login");

        HttpResponse<String> answer = stranger.postWithToken("/guarded");

        assertThat(location(answer)).endsWith("/login");
        assertThat(changes()).isEqualTo(before);
    }

    @Test
    void loginPageHasItsStylesheetAndHeaders() {
        HttpResponse<String> page = served.get("/login");

        assertThat(page.headers().firstValue("Content-Security-Policy")).isPresent();
        assertThat(page.headers().firstValue("Cache-Control"))
                .hasValueSatisfying(value -> assertThat(value).contains("no-store"));
        assertThat(page.body()).doesNotContain("<script", "<style", "style=");
        assertThat(served.get("/assets/page.css").statusCode()).isEqualTo(200);
    }

    @Test
    void loginRedirectsToTheRequestedPage() {
        Browser browser = new Browser(served);
        browser.get("/guarded?of=yesterday");

        HttpResponse<String> answer = browser.logIn("vera", PASSWORD);

        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(location(answer)).contains("/guarded?of=yesterday");
        assertThat(browser.get("/guarded").body()).isEqualTo("vera operates: false");
    }

    @Test
    void loginCreatesANewSessionWithAStrictCookie() {
        Browser browser = new Browser(served);
        browser.plant(SESSION, "chosenbyanother");

        HttpResponse<String> answer = browser.logIn("vera", PASSWORD);

        assertThat(answer.headers().allValues("Set-Cookie"))
                .filteredOn(cookie -> cookie.startsWith(SESSION))
                .singleElement()
                .satisfies(cookie -> assertThat(cookie)
                        .contains("HttpOnly", "SameSite=Strict")
                        .doesNotContain("chosenbyanother"));
    }

    @Test
    void viewerChangesNothing() {
        int before = changes();
        Browser vera = loggedIn("vera");

        HttpResponse<String> answer = vera.postWithToken("/guarded");

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("role &quot;operate&quot;", "Nothing was changed");
        assertThat(changes()).isEqualTo(before);
    }

    @Test
    void viewerSeesTheFilesOfAJob() throws IOException {
        Files.writeString(jobs.resolve("seen.yml"), "source: {files: a.csv}\ntarget: {collection: c}\n");
        Instant now = Instant.now();
        served.bean(ImportPlans.class)
                .files()
                .saveIfAbsent(new KnownFile(
                        new FileId("seen", "db.c", "/in/a.csv", "A"),
                        new ObjectMark(5, now, null, null),
                        FileState.COMPLETED,
                        null,
                        7,
                        now,
                        now.plusSeconds(60),
                        "/done/a.csv",
                        true));

        assertThat(loggedIn("vera").get("/jobs/seen").body())
                .contains(
                        "Files, the newest first", "/in/a.csv</td>", "<a href=\"/imports/7\">7</a>", "/done/a.csv</td>")
                .doesNotContain("<button type=\"submit\">Start import", "Compare with the target");
        assertThat(loggedIn("vera").postWithToken("/jobs/seen/diff").statusCode())
                .isEqualTo(403);
    }

    @Test
    void operatorMakesChanges() {
        int before = changes();
        Browser olga = loggedIn("olga");

        assertThat(olga.get("/guarded").body()).isEqualTo("olga operates: true");
        assertThat(olga.postWithToken("/guarded").statusCode()).isEqualTo(200);
        assertThat(changes()).isEqualTo(before + 1);
    }

    @Test
    void operatorNeedsAToken() {
        int before = changes();
        Browser olga = loggedIn("olga");

        assertThat(olga.postWithoutToken("/guarded").statusCode()).isEqualTo(403);
        assertThat(changes()).isEqualTo(before);
    }

    @Test
    void logoutTakesAPostAndEndsTheSession() {
        Browser vera = loggedIn("vera");

        vera.get("/logout");
        assertThat(vera.get("/guarded").statusCode()).isEqualTo(200);

        HttpResponse<String> answer = vera.postWithToken("/logout");
        assertThat(location(answer)).endsWith("/login?out");
        assertThat(vera.get("/login?out").body()).contains("You are logged out");
        assertThat(vera.get("/guarded").statusCode()).isEqualTo(302);
    }

    @Test
    void wrongPasswordAndUnknownNameLookTheSame() {
        HttpResponse<String> wrong = new Browser(served).logIn("olga", "tea for two, please");
        HttpResponse<String> unknown = new Browser(served).logIn("unknown", "tea for two, please");

        assertThat(List.of(wrong, unknown)).allSatisfy(answer -> {
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(answer.body())
                    .contains("Wrong name or password.")
                    .doesNotContain("tea for two", "olga", "unknown", "bcrypt");
        });
    }

    @Test
    void guessingIsThrottledPerName() {
        Browser guesser = new Browser(served);
        for (int guess = 0; guess < 3; guess++) {
            assertThat(guesser.logIn("mallory.target", "guess " + guess).statusCode())
                    .isEqualTo(401);
        }

        HttpResponse<String> answer = guesser.logIn("mallory.target", PASSWORD);

        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.headers().firstValueAsLong("Retry-After")).hasValue(1);
        assertThat(answer.body()).contains("Try again in 1 s");
        assertThat(loggedIn("vera").get("/guarded").statusCode()).isEqualTo(200);
    }

    @Test
    void basicLoginIsThrottledToo() {
        assertThat(served.get("/actuator/health").statusCode()).isEqualTo(200);
        HttpResponse<String> refused = served.get("/actuator/prometheus");
        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().firstValue("WWW-Authenticate"))
                .hasValueSatisfying(value -> assertThat(value).startsWith("Basic"));

        assertThat(basic("/actuator/prometheus", "vera", PASSWORD).statusCode()).isEqualTo(200);
        for (int guess = 0; guess < 3; guess++) {
            assertThat(basic("/actuator/prometheus", "scraped", "guess " + guess)
                            .statusCode())
                    .isEqualTo(401);
        }
        assertThat(basic("/actuator/prometheus", "scraped", PASSWORD).statusCode())
                .isEqualTo(429);
    }

    @Test
    void basicLoginDoesNotOpenPages() {
        assertThat(location(basic("/guarded", "olga", PASSWORD))).endsWith("/login");
    }

    @Test
    void operatorFindsNoOtherEndpoint() {
        for (String path : Endpoints.FORBIDDEN) {
            assertThat(basic("/actuator/" + path, "olga", PASSWORD).statusCode())
                    .as(path)
                    .isEqualTo(404);
            assertThat(served.get("/actuator/" + path).statusCode()).as(path).isEqualTo(401);
        }
    }

    private static Browser loggedIn(String name) {
        Browser browser = new Browser(served);
        browser.logIn(name, PASSWORD);
        browser.get("/guarded");
        return browser;
    }

    private static HttpResponse<String> basic(String path, String name, String password) {
        String credentials =
                Base64.getEncoder().encodeToString((name + ":" + password).getBytes(StandardCharsets.UTF_8));
        HttpRequest.Builder request = served.request(path).header("Authorization", "Basic " + credentials);
        return Served.send(request);
    }

    private static String location(HttpResponse<String> answer) {
        return answer.headers().firstValue("Location").orElse("");
    }

    private static int changes() {
        return served.bean(Guarded.class).changes.get();
    }
}
