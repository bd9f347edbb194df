package dev.mongohaul;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Libraries of the jar: none that nothing uses, and each with its licence in the NOTICE. The SBOM that they are read from is made
 * with the files of a release: {@code mvn -Prelease package -Dtest=LibrariesTests}.
 */
@Tag("release")
class LibrariesTests {

    private static final Path RULES = Path.of("CONTRIBUTING.md");
    private static final String APACHE = "Apache-2.0";
    private static final List<JsonNode> LIBRARIES = JsonMapper.shared()
            .readTree(text("sbom/application.cdx.json"))
            .path("components")
            .valueStream()
            .toList();
    private static final List<Licence> LICENCES = Pattern.compile("(?m)^([\\w.-]+).*\\n((?:  .+\\n)+)")
            .matcher(text("NOTICE"))
            .results()
            .map(Licence::of)
            .toList();

    @Test
    void unusedLibrariesAreLeftOut() {
        assertThat(LIBRARIES)
                .hasSizeGreaterThan(100)
                .extracting(library -> library.path("name").asString())
                .doesNotContain(
                        "commons-collections",
                        "commons-configuration2",
                        "commons-dbcp2",
                        "commons-text",
                        "jgroups",
                        "netty-codec-haproxy",
                        "nimbus-jose-jwt");
    }

    @Test
    void eachLibraryHasOneLicenceInTheNotice() {
        assertThat(LIBRARIES)
                .allSatisfy(library -> assertThat(LICENCES)
                        .filteredOn(licence -> licence.covers(library))
                        .as("licences in NOTICE of %s", library.path("purl"))
                        .hasSize(1));
    }

    @Test
    void licencesAreAllowed() throws IOException {
        Matcher list = Pattern.compile("Allowed licences: ([^.]+(?:[.]\\d[^.]*)*)[.] GPL")
                .matcher(Files.readString(RULES).replace('\n', ' '));

        assertThat(list.find()).isTrue();
        assertThat(LICENCES)
                .extracting(Licence::id)
                .containsExactlyInAnyOrder(list.group(1).split(", ", -1));
    }

    @Test
    void eachEntryOfTheNoticeIsInTheJar() {
        assertThat(LICENCES)
                .flatExtracting(Licence::names)
                .allSatisfy(name -> assertThat(LIBRARIES)
                        .anyMatch(library -> name.equals(group(library)) || name.equals(name(library))));
    }

    @Test
    void librariesOfAnApacheGroupHaveItsLicence() {
        Licence apache = LICENCES.stream()
                .filter(licence -> licence.id().equals(APACHE))
                .findFirst()
                .orElseThrow();

        assertThat(LIBRARIES)
                .filteredOn(apache::covers)
                .hasSizeGreaterThan(50)
                .allSatisfy(library -> assertThat(library.path("licenses").valueStream())
                        .as("licences of %s", library.path("purl"))
                        .anyMatch(found -> found.at("/license/id").asString("").equals(APACHE)));
    }

    @Test
    void textsOfLicencesAreInTheJar() {
        assertThat(text("LICENSE")).contains("Apache License", "Version 2.0");
        assertThat(LICENCES)
                .filteredOn(licence -> !licence.id().equals(APACHE))
                .hasSizeGreaterThan(5)
                .allSatisfy(licence ->
                        assertThat(text("licenses/" + licence.id() + ".txt")).hasSizeGreaterThan(500));
    }

    private static String group(JsonNode library) {
        return library.path("group").asString();
    }

    private static String name(JsonNode library) {
        return group(library) + ":" + library.path("name").asString();
    }

    private static String text(String name) {
        try {
            // By its path: other jars on the class path have files of the same name.
            return Files.readString(Path.of("target", "classes", "META-INF", name));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Licence in the NOTICE.
     *
     * @param names groups or libraries
     */
    private record Licence(String id, List<String> names) {

        static Licence of(MatchResult found) {
            return new Licence(
                    found.group(1),
                    found.group(2)
                            .lines()
                            .map(line -> line.strip().replaceFirst(": .*", ""))
                            .toList());
        }

        boolean covers(JsonNode library) {
            return names.contains(group(library)) || names.contains(name(library));
        }
    }
}
