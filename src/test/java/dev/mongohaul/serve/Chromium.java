package dev.mongohaul.serve;

import com.deque.html.axecore.results.Rule;
import com.deque.html.axecore.selenium.AxeBuilder;
import dev.mongohaul.Programs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.support.ui.ExpectedConditions;
import org.openqa.selenium.support.ui.WebDriverWait;

/** Headless Chromium of the packages chromium and chromium-driver of Debian. */
final class Chromium implements AutoCloseable {

    private static final String COMMAND = "apt-get install chromium chromium-driver";
    private static final int TIMEOUT_SECONDS = 30;
    private static final Set<String> SERIOUS = Set.of("serious", "critical");

    /** The rules of axe that depend on colors. */
    private static final List<String> COLOR_RULES = List.of("color-contrast", "link-in-text-block");

    private final ChromeDriver driver;
    private final String address;

    private Chromium(ChromeDriver driver, String address) {
        this.driver = driver;
        this.address = address;
    }

    /** Skips the calling tests if there is no browser. */
    static void require() {
        Programs.require("chromium", COMMAND);
        Programs.require("chromedriver", COMMAND);
    }

    /** @param address of the pages, without a path */
    static Chromium at(String address) {
        ChromeOptions options = new ChromeOptions();
        options.setBinary(Programs.require("chromium", COMMAND).toFile());
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
                .usingDriverExecutable(Programs.require("chromedriver", COMMAND).toFile())
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

    /** Presses a button; the caller must await the result before it opens another page. */
    void press(String button) {
        find(button(button)).click();
    }

    /** Opens the hidden part of a form. */
    void unfold() {
        find(By.cssSelector("form summary")).click();
    }

    void type(String id, String text) {
        find(By.id(id)).sendKeys(text);
    }

    WebElement await(By element) {
        return await().until(ExpectedConditions.presenceOfElementLocated(element));
    }

    WebDriverWait await() {
        WebDriverWait wait = new WebDriverWait(driver, Duration.ofSeconds(TIMEOUT_SECONDS));
        wait.ignoring(StaleElementReferenceException.class);
        return wait;
    }

    String text() {
        return find(By.tagName("main")).getText();
    }

    /** Waits until the page has all of these texts: a page that is live gets one part after the other. */
    void awaitText(String... texts) {
        await().until(any -> Stream.of(texts).allMatch(text()::contains));
    }

    /** Returns the progress of the import on its page. */
    long percent() {
        return Long.parseLong(await(By.id("done")).getDomAttribute("value"));
    }

    boolean isFocused(WebElement element) {
        return driver.switchTo().activeElement().equals(element);
    }

    Object script(String script) {
        return driver.executeScript(script);
    }

    /** Returns whether a dialog is open. */
    boolean hasDialog() {
        return ExpectedConditions.alertIsPresent().apply(driver) != null;
    }

    /** @param scheme light or dark */
    private void prefer(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** Runs the action with a narrow window. */
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

    /** Returns the serious findings of axe on the page: of all rules with light colors, of those for colors with dark ones. */
    List<String> seriousFindings() {
        prefer("light");
        List<String> findings = new ArrayList<>(serious(new AxeBuilder()));
        prefer("dark");
        findings.addAll(serious(new AxeBuilder().withOnlyRules(COLOR_RULES)));
        return findings;
    }

    private List<String> serious(AxeBuilder axe) {
        return axe.analyze(driver).getViolations().stream()
                .filter(finding -> SERIOUS.contains(finding.getImpact()))
                .map(Chromium::describe)
                .toList();
    }

    private static String describe(Rule finding) {
        return finding.getId() + ": " + finding.getNodes();
    }

    /** Deletes all cookies. */
    void forget() {
        driver.manage().deleteAllCookies();
    }

    @Override
    public void close() {
        driver.quit();
    }
}
