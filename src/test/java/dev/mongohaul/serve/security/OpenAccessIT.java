package dev.mongohaul.serve.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.serve.Served;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Access on a loopback address without users: no login, all other rules. */
class OpenAccessIT {

    @TempDir
    private static Path jobs;

    private static Served served;

    @BeforeAll
    static void serve() {
        Access access = Access.of("127.0.0.1", List.of("nights.example.com"), Optional.empty());
        served = Served.start(TestServer.database("access"), jobs, access, Guarded.class);
    }

    @AfterAll
    static void end() {
        served.close();
    }

    @Test
    void everyRequestHasAllRoles() {
        assertThat(served.get("/guarded").body()).isEqualTo("null operates: true");
    }

    @Test
    void postWithTokenIsAccepted() {
        int before = changes();
        Browser browser = new Browser(served);
        browser.get("/guarded");

        HttpResponse<String> answer = browser.postWithToken("/guarded");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(changes()).isEqualTo(before + 1);
    }

    @Test
    void postWithoutTokenChangesNothing() {
        int before = changes();

        HttpResponse<String> answer = Served.send(served.request("/guarded").POST(BodyPublishers.noBody()));

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("This page is too old", "load the page again");
        assertThat(changes()).isEqualTo(before);
    }

    private static int changes() {
        return served.bean(Guarded.class).changes.get();
    }

    @Test
    void postOfAnotherSiteIsRefusedDespiteItsToken() {
        int before = changes();
        Browser browser = new Browser(served);
        browser.get("/guarded");

        for (String origin : List.of(
                "https://evil.example",
                "null",
                "http://127.0.0.1",
                "http://127.0.0.1:1",
                "http://localhost:" + served.port())) {
            assertThat(browser.with("Origin", origin).postWithToken("/guarded").statusCode())
                    .as(origin)
                    .isEqualTo(403);
        }
        for (String site : List.of("cross-site", "same-site")) {
            assertThat(browser.with("Sec-Fetch-Site", site)
                            .postWithToken("/guarded")
                            .statusCode())
                    .as(site)
                    .isEqualTo(403);
        }
        assertThat(changes()).isEqualTo(before);
    }

    @Test
    void postOfAnOwnPageIsAccepted() {
        Browser browser = new Browser(served);
        browser.get("/guarded");

        HttpResponse<String> answer = browser.with("Origin", "http://127.0.0.1:" + served.port())
                .with("Sec-Fetch-Site", "same-origin")
                .postWithToken("/guarded");

        assertThat(answer.statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:8080",
                "127.0.0.2",
                "192.168.0.1",
                "[::1]",
                "localhost.evil.example",
                "127.0.0.1.evil.example",
                "nights.example.com.evil.example"
            })
    void requestForAnotherHostIsRefused(String host) throws IOException {
        assertThat(Browser.statusByHost(served.port(), "/guarded", host)).isEqualTo(400);
        assertThat(Browser.statusByHost(served.port(), "/actuator/health", host))
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.0.0.1:8080",
                "localhost",
                "LocalHost:1",
                "nights.example.com",
                "NIGHTS.example.com.:443"
            })
    void requestForAnOwnNameIsAnswered(String host) throws IOException {
        assertThat(Browser.statusByHost(served.port(), "/guarded", host)).isEqualTo(200);
    }

    @Test
    void loginWithoutUsersRedirectsToThePages() {
        HttpResponse<String> answer = served.get("/login");

        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(answer.headers().firstValue("Location"))
                .hasValueSatisfying(path -> assertThat(path).endsWith("/"));
    }

    @ParameterizedTest
    @CsvSource({
        "/nowhere, 404, No such page",
        "/error, 404, No such page",
        "/guarded;a=b, 400, Bad request",
        "/a%2Fb, 400, Bad request",
    })
    void errorsHaveTheSamePage(String path, int status, String title) {
        HttpResponse<String> answer = Served.send(served.request(path).header("Accept", "text/html"));

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).contains("<h1>" + title + "</h1>", "All jobs");
        assertUsualHeaders(answer);
    }

    @Test
    void errorForAProgramIsJson() {
        for (String path : List.of("/nowhere", "/error")) {
            assertThat(served.get(path).body()).contains("\"status\":404", "\"path\":\"" + path + "\"");
        }
    }

    @Test
    void refusalsHaveTheUsualHeaders() {
        HttpResponse<String> site = Served.send(served.request("/guarded")
                .header("Origin", "https://evil.example")
                .POST(BodyPublishers.ofString("a=b")));
        HttpResponse<String> form = Served.send(served.request("/guarded")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("a=%zz")));

        assertThat(site.statusCode()).isEqualTo(403);
        assertUsualHeaders(site);
        assertThat(form.statusCode()).isEqualTo(400);
        assertUsualHeaders(form);
    }

    private static void assertUsualHeaders(HttpResponse<String> answer) {
        assertThat(answer.headers().firstValue("Content-Security-Policy")).isPresent();
        assertThat(answer.headers().allValues("X-Content-Type-Options")).containsExactly("nosniff");
        assertThat(answer.headers().allValues("X-Frame-Options")).containsExactly("DENY");
        assertThat(answer.headers().allValues("Referrer-Policy")).containsExactly("same-origin");
        assertThat(answer.headers().allValues("Cache-Control"))
                .singleElement()
                .asString()
                .contains("no-store");
    }

    @Test
    void headersForbidUnusedFeatures() {
        HttpResponse<String> answer = served.get("/guarded");

        assertThat(answer.headers().firstValue("Content-Security-Policy"))
                .hasValue("default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self';"
                        + " frame-ancestors 'none'");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(answer.headers().firstValue("X-Frame-Options")).hasValue("DENY");
        assertThat(answer.headers().firstValue("Referrer-Policy")).hasValue("same-origin");
        assertThat(answer.headers().firstValue("Cache-Control"))
                .hasValueSatisfying(value -> assertThat(value).contains("no-store"));
        assertThat(answer.headers().firstValue("Strict-Transport-Security")).isEmpty();
        assertThat(answer.headers().allValues("Server")).isEmpty();
    }

    @Test
    void onlyHealthAndPrometheusAreServed() {
        assertThat(served.get("/actuator/health").body())
                .contains("\"status\":\"UP\"")
                .doesNotContain("lookedAt");
        assertThat(served.get("/actuator/prometheus").statusCode()).isEqualTo(200);
        for (String path : Endpoints.FORBIDDEN) {
            assertThat(served.get("/actuator/" + path).statusCode()).as(path).isEqualTo(404);
        }
        assertThat(served.get("/actuator").statusCode()).isEqualTo(404);
    }
}
