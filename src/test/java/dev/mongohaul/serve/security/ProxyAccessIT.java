package dev.mongohaul.serve.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.serve.Served;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Access through a proxy that terminates TLS and forwards the client. */
class ProxyAccessIT {

    private static final String PASSWORD = "correct horse battery";
    private static final String NAME = "nights.example.com";

    @TempDir
    private static Path jobs;

    private static Served served;

    @BeforeAll
    static void serve() {
        Access access = new Access(
                Set.of("127.0.0.1", NAME),
                List.of(
                        QuickUser.create("olga", Role.OPERATE, PASSWORD),
                        QuickUser.create("target", Role.OPERATE, PASSWORD)));
        Map<String, Object> properties = Map.of("server.forward-headers-strategy", "native");
        served = Served.start(TestServer.database("access"), jobs, access, properties, Guarded.class);
    }

    @AfterAll
    static void end() {
        served.close();
    }

    @Test
    void cookiesAndRedirectsUseTheProxysAddress() {
        Browser browser = proxied("203.0.113.9");

        HttpResponse<String> answer = browser.logIn("olga", PASSWORD);

        assertThat(answer.headers().allValues("Set-Cookie"))
                .filteredOn(cookie -> cookie.startsWith("JSESSIONID"))
                .singleElement()
                .satisfies(cookie -> assertThat(cookie).contains("Secure", "HttpOnly", "SameSite=Strict"));
        assertThat(answer.headers().firstValue("Strict-Transport-Security")).isPresent();
        assertThat(answer.headers().firstValue("Location").orElse("")).matches("/|https://" + NAME + "/");
    }

    @Test
    void originIsComparedWithTheProxysName() {
        Browser browser = proxied("203.0.113.9");
        browser.logIn("olga", PASSWORD);
        browser.get("/guarded");

        assertThat(browser.with("Origin", "https://" + NAME)
                        .postWithToken("/guarded")
                        .statusCode())
                .isEqualTo(200);
        assertThat(browser.with("Origin", "https://evil.example")
                        .postWithToken("/guarded")
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void otherNameFromAProxyIsRefused() {
        Browser browser = new Browser(served).with("X-Forwarded-Host", "evil.example");

        assertThat(browser.get("/login").statusCode()).isEqualTo(400);
    }

    @Test
    void guessingIsCountedPerClientOfTheProxy() {
        Browser guesser = proxied("203.0.113.66");
        for (int guess = 0; guess < 3; guess++) {
            guesser.logIn("target", "guess " + guess);
        }

        assertThat(guesser.logIn("target", PASSWORD).statusCode()).isEqualTo(429);
        assertThat(proxied("203.0.113.9").logIn("target", PASSWORD).statusCode())
                .isEqualTo(302);
    }

    private static Browser proxied(String client) {
        return new Browser(served)
                .with("X-Forwarded-For", client)
                .with("X-Forwarded-Proto", "https")
                .with("X-Forwarded-Host", NAME);
    }
}
