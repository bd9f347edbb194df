package dev.mongohaul.serve.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.deque.html.axecore.results.Rule;
import com.deque.html.axecore.selenium.AxeBuilder;
import dev.mongohaul.mongo.TestServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.support.ui.ExpectedConditions;
import org.openqa.selenium.support.ui.WebDriverWait;

/** The pages in Chromium, where Debian's packages have put it and its driver. */
class PagesBrowserIT {

    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final int NARROW = 360;
    private static final String HOSTILE =
            "<script>window.hostile=1</script><img src=http://192.0.2.1/x onerror=window.hostile=1>";

    @TempDir
    private static Path folder;

    private static Dashboard dashboard;
    private static DashboardJobs jobs;
    private static ChromeDriver browser;

    @BeforeAll
    static void start() throws IOException {
        assumeTrue(
                Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER),
                "needs " + CHROMIUM + " and " + DRIVER + ": Debian's chromium and chromium-driver");
        Files.createDirectory(folder.resolve("jobs"));
        dashboard = Dashboard.start(TestServer.database("browser"), folder);
        jobs = new DashboardJobs(dashboard, folder);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toFile());
        options.addArguments(
                "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--window-size=1200,900");
        File executable = DRIVER.toFile();
        browser = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(executable)
                        .build(),
                options);
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.quit();
        }
        if (dashboard != null) {
            dashboard.close();
        }
    }

    @Test
    void importIsStartedWatchedStoppedAndGoesOn() throws Exception {
        jobs.create("watched", "n", DashboardJobs.numbers(600));
        jobs.slowly("watched", () -> {
            open("/");
            browser.findElement(By.linkText("watched")).click();
            browser.findElement(By.id("parameters")).sendKeys("chunk-size=5\ngrid-size=1");
            press("Start the import");
            await(By.partialLinkText("is running")).click();
            long before = percent();
            wait(5).until(any -> percent() > before);
            press("Stop after the chunk in flight");
            await(By.cssSelector(".status.stopped"));
        });
        browser.findElement(By.id("parameters")).sendKeys("chunk-size=200");
        press("Go on from here");

        await(By.cssSelector(".status.completed"));
        assertThat(jobs.count("watched")).isEqualTo(600);
    }

    @Test
    void whatSomebodyTypesStaysWhileThePageGoesOn() throws Exception {
        jobs.create("typed", "n", DashboardJobs.numbers(400));
        jobs.slowly("typed", () -> {
            jobs.start("typed", "parameters", "chunk-size=5\ngrid-size=1");
            open("/jobs/typed");
            WebElement field = browser.findElement(By.id("files"));
            field.sendKeys("a.csv");
            String seen = browser.findElement(By.id("now")).getText();
            wait(10).until(any -> !browser.findElement(By.id("now")).getText().equals(seen));

            assertThat(field.getDomProperty("value")).isEqualTo("a.csv");
            assertThat(browser.switchTo().activeElement()).isEqualTo(field);
        });
        jobs.ended("typed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void noPageHasASeriousFindingOfAxe(String colors) throws Exception {
        List<String> pages = pages("axe" + colors);
        browser.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", colors))));

        for (String page : pages) {
            open(page);
            List<Rule> findings = new AxeBuilder().analyze(browser).getViolations();
            assertThat(findings)
                    .as(page)
                    .filteredOn(finding -> Set.of("serious", "critical").contains(finding.getImpact()))
                    .extracting(finding -> finding.getId() + ": " + finding.getNodes())
                    .isEmpty();
        }
    }

    @Test
    void noPageScrollsSidewaysOnATelephone() throws Exception {
        List<String> pages = pages("narrow");
        browser.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", NARROW, "height", 740, "deviceScaleFactor", 1, "mobile", true));
        try {
            for (String page : pages) {
                open(page);
                assertThat((Long) browser.executeScript("return document.documentElement.scrollWidth"))
                        .as(page)
                        .isLessThanOrEqualTo(NARROW);
            }
        } finally {
            browser.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        }
    }

    @Test
    void whatStrangersWriteIsNotRunAndLoadsNothing() throws Exception {
        for (String page : pages("hostile")) {
            open(page);
            assertThat(browser.executeScript("return window.hostile === undefined"))
                    .as(page)
                    .isEqualTo(true);
            assertThat(browser.executeScript(
                            "return performance.getEntriesByType('resource').map(entry => new URL(entry.name).origin)"
                                    + ".filter(origin => origin !== location.origin)"))
                    .as(page)
                    .isEqualTo(List.of());
        }
    }

    /** Each page, of a job with imports, rejects and cells of strangers. */
    private static List<String> pages(String job) throws Exception {
        jobs.create(job, "n,t", "1,\"" + HOSTILE + "\"\n\"" + HOSTILE + "\",2\n");
        for (int round = 0; round < 3; round++) {
            jobs.start(job, "again", "true", "parameters", "fields.n=int32\nrejects.limit=unlimited");
            jobs.ended(job);
        }
        String path = "/imports/" + jobs.ended(job).summary().importNumber();
        return List.of("/", "/jobs/" + job, path, "/experiments", "/nowhere");
    }

    private static void open(String path) {
        browser.get(dashboard.address() + path);
    }

    private static void press(String button) {
        browser.findElement(By.xpath("//button[.='" + button + "']")).click();
    }

    private static WebElement await(By element) {
        return wait(30).until(ExpectedConditions.presenceOfElementLocated(element));
    }

    private static WebDriverWait wait(int seconds) {
        WebDriverWait wait = new WebDriverWait(browser, Duration.ofSeconds(seconds));
        wait.ignoring(StaleElementReferenceException.class);
        return wait;
    }

    private static long percent() {
        return Long.parseLong(await(By.id("done")).getDomAttribute("value"));
    }
}
