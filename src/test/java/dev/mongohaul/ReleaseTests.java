package dev.mongohaul;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What has to be true before a release: versions agree, and the list of classes is of this program. */
class ReleaseTests {

    private static final int PERCENT_OF_CLASSES = 97;

    private final ClassLoader loader = getClass().getClassLoader();

    @Test
    void versionsAgree() throws IOException {
        String version = find("pom.xml", "<artifactId>mongohaul</artifactId>\\s+<version>(\\S+)</version>");

        assertThat(find("Dockerfile", "ARG VERSION=(\\S+)")).isEqualTo(version);
        assertThat(find("src/example/pom.xml", "<artifactId>mongohaul</artifactId>\\s+<version>([^<]+)<"))
                .isEqualTo(version);
        assertThat(find("src/example/pom.xml", "spring-boot-dependencies</artifactId>\\s+<version>([^<]+)"))
                .isEqualTo(find("pom.xml", "spring-boot-dependencies</artifactId>\\s+<version>([^<]+)"));
        assertThat(find("README.md", "cd mongohaul-([0-9.]+)")).isEqualTo(version);
        assertThat(find("CHANGELOG.md", "(?m)^## ([0-9.]+)")).isEqualTo(version);
    }

    /** The first start of a release is slower if the list is of another program. src/main/dist/make-classes makes it. */
    @Test
    void listedClassesExist() throws IOException {
        List<String> names = Files.readAllLines(Path.of("src/main/dist/classes.txt")).stream()
                .filter(name -> name.matches("(dev/mongohaul|org/springframework|com/mongodb)/[\\w/$]+"))
                .toList();

        assertThat(names).hasSizeGreaterThan(3000);
        assertThat(names)
                .filteredOn(name -> loader.getResource(name + ".class") != null)
                .as("run src/main/dist/make-classes")
                .hasSizeGreaterThan(names.size() * PERCENT_OF_CLASSES / 100);
    }

    private static String find(String file, String pattern) throws IOException {
        return Pattern.compile(pattern)
                .matcher(Files.readString(Path.of(file)))
                .results()
                .map(found -> found.group(1))
                .findFirst()
                .orElseThrow();
    }
}
