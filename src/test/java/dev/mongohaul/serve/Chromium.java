package dev.mongohaul.serve;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.deque.html.axecore.results.Rule;
import com.deque.html.axecore.selenium.AxeBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.support.ui.ExpectedConditions;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A real browser without a screen, as Debian's packages chromium and chromium-driver have it. */
final class Chromium implements AutoCloseable {

    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final int PATIENCE_SECONDS = 30;
    private static final Set<String> SERIOUS = Set.of("serious", "critical");

    private final ChromeDriver driver;
    private final String address;

    private Chromium(ChromeDriver driver, String address) {
        this.driver = driver;
        this.address = address;
    }

    /** Skips the tests of whoever asks where there is none on this machine. */
    static void require() {
        assumeTrue(
                Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER),
                "needs " + CHROMIUM + " and " + DRIVER + ": Debian's chromium and chromium-driver");
    }

    /** @param address of the pages, without a path */
    static Chromium at(String address) {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--window-size=1200,900");
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER.toFile())
                .build();
        return new Chromium(new ChromeDriver(service, options), address);
    }

    void open(String path) {
        driver.get(address + path);
    }

    WebElement find(By element) {
        return driver.findElement(element);
    }

    boolean has(By element) {
        return !driver.findElements(element).isEmpty();
    }

    static By button(String text) {
        return By.xpath("//button[.='" + text + "']");
    }

    /** What comes of it has to be awaited before another page is opened, which could forestall it. */
    void press(String button) {
        find(button(button)).click();
    }

    /** Shows what of a form is needed now and then. */
    void unfold() {
        find(By.cssSelector("form summary")).click();
    }

    void type(String id, String text) {
        find(By.id(id)).sendKeys(text);
    }

    WebElement await(By element) {
        return patience().until(ExpectedConditions.presenceOfElementLocated(element));
    }

    WebDriverWait patience() {
        WebDriverWait wait = new WebDriverWait(driver, Duration.ofSeconds(PATIENCE_SECONDS));
        wait.ignoring(StaleElementReferenceException.class);
        return wait;
    }

    String text() {
        return find(By.tagName("main")).getText();
    }

    /** How much of an import is settled, as its page has it just now. */
    long percent() {
        return Long.parseLong(await(By.id("done")).getDomAttribute("value"));
    }

    boolean isFocused(WebElement element) {
        return driver.switchTo().activeElement().equals(element);
    }

    Object script(String script) {
        return driver.executeScript(script);
    }

    /** Whether a dialog of a page stands open. */
    boolean hasDialog() {
        return ExpectedConditions.alertIsPresent().apply(driver) != null;
    }

    /** @param scheme light or dark */
    void prefer(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** While the page is as wide as on a telephone. */
    void narrow(int width, Runnable action) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", 740, "deviceScaleFactor", 1, "mobile", true));
        try {
            action.run();
        } finally {
            driver.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
        }
    }

    /** What axe finds on the page that keeps people from using it. */
    List<String> seriousFindings() {
        return new AxeBuilder()
                .analyze(driver).getViolations().stream()
                        .filter(finding -> SERIOUS.contains(finding.getImpact()))
                        .map(Chromium::told)
                        .toList();
    }

    private static String told(Rule finding) {
        return finding.getId() + ": " + finding.getNodes();
    }

    /** Forgets who was logged in. */
    void forget() {
        driver.manage().deleteAllCookies();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
