package dev.mongohaul.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.Programs;
import dev.mongohaul.repository.worker.StoredWorker;
import dev.mongohaul.repository.worker.WorkerStore;
import dev.mongohaul.serve.security.Access;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** Pages in a real browser. */
@Tag(Programs.TAG)
class PagesBrowserIT {

    private static final int NARROW = 360;
    private static final String HOSTILE =
            "<script>alert(1);window.hostile=1</script><img src=http://192.0.2.1/x onerror=alert(1)>";
    private static final String HOSTILE_NAME = "<img src=x onerror=alert(1)>";

    @TempDir
    private static Path folder;

    private static @Nullable BrowsedDashboard browsed;
    private static DashboardJobs jobs;
    private static Chromium browser;
    private static List<String> pages;

    @BeforeAll
    static void start() throws Exception {
        browsed = BrowsedDashboard.start(folder, Access.of("127.0.0.1", List.of(), Optional.empty()));
        jobs = browsed.jobs();
        browser = browsed.browser();
        pages = pages("strange");
    }

    @AfterAll
    static void stop() {
        if (browsed != null) {
            browsed.close();
        }
    }

    /** Saves a worker again, which is shown for one minute. */
    @BeforeEach
    void saveWorker() {
        dashboard()
                .bean(WorkerStore.class)
                .save(new StoredWorker("id", HOSTILE, 1, HOSTILE, 2, Instant.now(), null, 0, HOSTILE));
    }

    private static Dashboard dashboard() {
        return Objects.requireNonNull(browsed).dashboard();
    }

    @Test
    void typedTextStaysWhileThePageRefreshes() throws Exception {
        jobs.create("typed", "n", DashboardJobs.numbers(400));
        jobs.slowly("typed", () -> {
            jobs.start("typed", "parameters", "chunk-size=5\ngrid-size=1");
            browser.open("/jobs/typed");
            browser.unfold();
            WebElement field = browser.find(By.id("files"));
            field.sendKeys("a.csv");
            String seen = browser.find(By.id("now")).getText();
            browser.await().until(any -> !browser.find(By.id("now")).getText().equals(seen));

            assertThat(field.getDomProperty("value")).isEqualTo("a.csv");
            assertThat(browser.isFocused(field)).isTrue();
        });
        jobs.ended("typed");
    }

    @Test
    void pagesHaveNoSeriousAxeFindings() {
        for (String page : pages) {
            browser.open(page);
            assertThat(browser.seriousFindings()).as(page).isEmpty();
        }
    }

    @Test
    void narrowPagesDoNotScrollSideways() {
        browser.narrow(NARROW, () -> {
            for (String page : pages) {
                browser.open(page);
                assertThat((Long) browser.script("return document.documentElement.scrollWidth"))
                        .as(page)
                        .isLessThanOrEqualTo(NARROW);
            }
        });
    }

    @Test
    void untrustedTextIsNotExecuted() throws Exception {
        List<String> all = new ArrayList<>(pages);
        jobs.create(HOSTILE_NAME, "n,\"" + HOSTILE + "\"", "1,\"" + HOSTILE + "\"\n");
        all.add("/jobs/%3Cimg%20src=x%20onerror=alert(1)%3E");
        try {
            for (String page : all) {
                browser.open(page);
                assertThat(browser.text()).as(page).isNotBlank();
                assertThat(browser.hasDialog()).as(page).isFalse();
                assertThat(browser.script("return window.hostile === undefined"))
                        .as(page)
                        .isEqualTo(true);
                assertThat(browser.script(
                                "return performance.getEntriesByType('resource').map(entry => new URL(entry.name).origin)"
                                        + ".filter(origin => origin !== location.origin)"))
                        .as(page)
                        .isEqualTo(List.of());
            }
            assertThat(browser.text()).contains(HOSTILE_NAME);
        } finally {
            Files.delete(folder.resolve("jobs/" + HOSTILE_NAME + ".yml"));
        }
    }

    /** Returns all pages of a job with imports, rejects and untrusted text. */
    private static List<String> pages(String job) throws Exception {
        jobs.create(job, "n,\"" + HOSTILE + "\"", "");
        String file = job + HOSTILE_NAME + ".csv";
        Files.writeString(
                folder.resolve(file), "n,\"" + HOSTILE + "\"\n1,\"" + HOSTILE + "\"\n\"" + HOSTILE + "\",2\n");
        for (int round = 0; round < 3; round++) {
            jobs.start(job, "again", "true", "files", file, "parameters", "fields.n=int32\nrejects.limit=unlimited");
            jobs.ended(job);
        }
        String path = "/imports/" + jobs.ended(job).summary().importNumber();
        return List.of("/", "/jobs/" + job, path, shared("handed"), "/runs", "/workers", "/experiments", "/nowhere");
    }

    /** Returns the page of an import, changed as if workers shared it, and one had given a partition back. */
    private static String shared(String job) throws Exception {
        jobs.create(job, "n", DashboardJobs.numbers(4000));
        jobs.start(job);
        long number = jobs.ended(job).summary().importNumber();
        MongoDatabase database = dashboard().database();
        Document plan = Objects.requireNonNull(database.getCollection("mongohaul_imports")
                .findOneAndUpdate(
                        new Document("jobInstanceId", number),
                        Document.parse("{$set: {state: 'UNFINISHED', 'cut.version': '1'}}")));
        Document given =
                new Document("worker", HOSTILE).append("failure", HOSTILE).append("progress.finished", false);
        database.getCollection("mongohaul_partitions")
                .updateOne(new Document("_id.import", plan.getString("_id")), new Document("$set", given));
        return "/imports/" + number;
    }
}
