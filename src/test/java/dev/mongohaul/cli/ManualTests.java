package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Pages of the manual: their links lead somewhere, they are short, and the program prints them. */
class ManualTests {

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)\\s]+))?\\)");
    private static final Pattern NAMED = Pattern.compile("docs/[a-z-]+\\.md");
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```$");

    private static final Pattern YAML = Pattern.compile("(?ms)^```yaml[^\\n]*\\n(.*?)^```$");

    static Stream<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.list(Path.of("docs"))) {
            return Stream.concat(
                    docs.filter(page -> page.toString().endsWith(".md")).toList().stream(),
                    Stream.of("README.md", "CHANGELOG.md", "UPGRADING.md", "CONTRIBUTING.md", "SECURITY.md")
                            .map(Path::of));
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void linksLeadToPagesAndSections(Path page) {
        Path folder = page.toAbsolutePath().getParent();

        assertThat(LINK.matcher(text(page)).results())
                .filteredOn(link -> !link.group(1).contains(":"))
                .allSatisfy(link -> {
                    Path to = link.group(1).isEmpty() ? page : folder.resolve(link.group(1));
                    assertThat(to).exists();
                    assertThat(link.group(2) == null || sections(to).contains(link.group(2)))
                            .as("%s has the section %s", to, link.group(2))
                            .isTrue();
                });
    }

    @ParameterizedTest
    @MethodSource("pages")
    void yamlCanBeRead(Path page) {
        assertThat(YAML.matcher(text(page)).results().map(block -> block.group(1)))
                .allSatisfy(block -> YAMLMapper.shared().readTree(block));
    }

    @Test
    void everyPageIsReachedFromTheFrontPage() throws IOException {
        String front = text(Path.of("README.md"));

        assertThat(pages().filter(page -> page.startsWith("docs")))
                .allSatisfy(page ->
                        assertThat(front).contains("](" + page.toString().replace('\\', '/')));
    }

    @Test
    void pagesThatMessagesNameExist() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/main"))) {
            assertThat(sources.filter(file -> file.toString().matches(".*\\.(java|json|yaml|html)"))
                            .flatMap(file -> NAMED.matcher(text(file)).results())
                            .map(found -> found.group().replaceFirst("^docs/(.*)\\.md$", "$1")))
                    .isNotEmpty()
                    .allSatisfy(page -> assertThat(ManualPage.TOPICS).contains(page));
        }
    }

    @Test
    void topicsAreThePagesForUsers() throws IOException {
        assertThat(ManualPage.TOPICS)
                .containsExactlyInAnyOrderElementsOf(pages().filter(page -> page.startsWith("docs"))
                        .map(page -> page.getFileName().toString().replace(".md", ""))
                        .filter(name -> !Set.of("architecture", "development").contains(name))
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("topics")
    void pageIsPlainTextOfTheWidth(String topic) {
        List<String> lines = ManualPage.text(topic, 80).lines().toList();

        assertThat(lines.get(1)).matches("=+").hasSameSizeAs(lines.get(0));
        assertThat(lines)
                .filteredOn(line -> !line.startsWith("    "))
                .allMatch(line -> line.length() <= 80 || !line.strip().contains(" "), "fits")
                .noneMatch(line -> line.contains("](") || line.startsWith("|") || line.contains("**"));
    }

    static Stream<String> topics() {
        return ManualPage.TOPICS.stream();
    }

    @Test
    void marksBecomeText() {
        String page = """
                # How?

                Write `a`, see [CSV](csv.md#x)
                and **more**, [elsewhere](https://example.com).

                - one
                  two
                | key | meaning |
                |---|---|
                | `k` | a \\| b |
                ```sh
                run  | x
                ```
                """;

        assertThat(ManualPage.text(page.lines(), 40).replace("\r", "")).isEqualTo("""
                How?
                ====

                Write a, see CSV (help csv) and more,
                elsewhere (https://example.com).

                - one two
                key
                    meaning
                k
                    a | b
                    run  | x
                """);
    }

    private static Set<String> sections(Path page) {
        String text = CODE.matcher(text(page)).replaceAll("");
        Set<String> sections = new HashSet<>();
        Pattern.compile("(?m)^#+ (.*)$|<a id=\"([^\"]*)\"")
                .matcher(text)
                .results()
                .forEach(found -> sections.add(
                        found.group(2) == null
                                ? found.group(1)
                                        .toLowerCase(Locale.ROOT)
                                        .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                                        .replace(' ', '-')
                                : found.group(2)));
        return sections;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
