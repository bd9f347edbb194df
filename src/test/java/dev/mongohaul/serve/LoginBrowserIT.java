package dev.mongohaul.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.Programs;
import dev.mongohaul.serve.security.Access;
import dev.mongohaul.serve.security.QuickUser;
import dev.mongohaul.serve.security.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;

/** Pages with a login in a real browser. */
@Tag(Programs.TAG)
class LoginBrowserIT {

    private static final String PASSWORD = "correct horse battery";

    @TempDir
    private static Path folder;

    private static @Nullable BrowsedDashboard browsed;
    private static DashboardJobs jobs;
    private static Chromium browser;

    @BeforeAll
    static void start() throws IOException {
        Access access = new Access(
                Set.of("127.0.0.1"),
                List.of(
                        QuickUser.create("vera", Role.VIEW, PASSWORD),
                        QuickUser.create("olga", Role.OPERATE, PASSWORD)));
        browsed = BrowsedDashboard.start(folder, access);
        jobs = browsed.jobs();
        browser = browsed.browser();
    }

    @AfterAll
    static void stop() {
        if (browsed != null) {
            browsed.close();
        }
    }

    @BeforeEach
    void logOut() {
        browser.open("/login");
        browser.forget();
    }

    @Test
    void importIsStartedStoppedAndResumed() throws Exception {
        jobs.create("watched", "n", "x\n" + DashboardJobs.numbers(600));
        logIn("olga", "/");
        jobs.slowly("watched", () -> {
            browser.find(By.linkText("watched")).click();
            browser.unfold();
            browser.type("parameters", "chunk-size=5\ngrid-size=1\nfields.n=int32\nrejects.limit=unlimited");
            browser.press("Start import");
            long before = browser.percent();
            browser.await().until(any -> browser.percent() > before);
            browser.press("Stop");
            browser.await(By.cssSelector(".status.stopped"));
        });
        browser.unfold();
        browser.type("parameters", "chunk-size=200");
        browser.press("Restart");

        browser.await(By.cssSelector(".status.completed-with-rejects"));
        browser.awaitText("watched.csv:2", "601 read, 600 written, 0 already there, 1 rejected");
        assertThat(jobs.count("watched")).isEqualTo(600);
    }

    @Test
    void importIsStoppedOnTheJobPage() throws Exception {
        jobs.create("begun", "n", DashboardJobs.numbers(600));
        logIn("olga", "/jobs/begun");
        jobs.slowly("begun", () -> {
            browser.unfold();
            browser.type("parameters", "chunk-size=5\ngrid-size=1");
            browser.press("Start import");
            browser.await(Chromium.button("Stop"));
            browser.open("/jobs/begun");
            browser.await(Chromium.button("Stop")).click();
            browser.await(By.cssSelector(".done"));
            jobs.ended("begun");
        });
        assertThat(jobs.count("begun")).isLessThan(600);
    }

    @Test
    void viewerSeesEverythingAndNoActions() throws Exception {
        jobs.create("viewed", "n", "x\n1\n");
        logIn("olga", "/jobs/viewed");
        browser.unfold();
        browser.type("parameters", "fields.n=int32");
        browser.press("Start import");
        browser.await(By.cssSelector(".status"));
        String page = "/imports/" + jobs.ended("viewed").summary().importNumber();
        browser.open(page);
        assertThat(browser.has(Chromium.button("Restart"))).isTrue();
        browser.press("Log out");
        browser.await(By.id("username"));

        logIn("vera", page);

        assertThat(browser.text()).contains("reject limit exceeded", "viewed.csv:2");
        assertThat(browser.has(By.cssSelector("main button"))).isFalse();
        browser.open("/jobs/viewed");
        assertThat(browser.has(By.cssSelector("main button"))).isFalse();
        assertThat(browser.find(By.cssSelector("header")).getText()).contains("vera");
    }

    @Test
    void loginHasNoSeriousAxeFindings() {
        browser.open("/");
        assertThat(browser.has(By.id("password"))).isTrue();
        assertThat(browser.seriousFindings()).isEmpty();

        logIn("olga", "wrong", "/");
        browser.await(By.className("refused"));

        assertThat(browser.text()).contains("Wrong name or password.");
        assertThat(browser.seriousFindings()).isEmpty();
    }

    private static void logIn(String name, String page) {
        logIn(name, PASSWORD, page);
        browser.await(By.xpath("//header//span[.='" + name + "']"));
    }

    /** Opens the page and logs in. */
    private static void logIn(String name, String password, String page) {
        browser.open(page);
        browser.type("username", name);
        browser.type("password", password);
        browser.press("Log in");
    }
}
