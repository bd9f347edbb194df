package dev.mongohaul.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rules for the collections of the JobRepository. */
class SourceTypesTests {

    private static final SourceTypes PROGRAM = SourceTypes.in(Path.of("src", "main", "java"));
    private static final SourceTypes VIOLATING =
            SourceTypes.in(Path.of("src", "test", "java", "dev", "mongohaul", "architecture", "violations"));

    @Test
    void nameOfACollectionStandsInOneFile() {
        assertThat(PROGRAM.collections())
                .hasSizeGreaterThan(10)
                .allSatisfy(
                        (collection, files) -> assertThat(files).as(collection).hasSize(1));
    }

    @Test
    void everyCollectionIsDescribed() {
        assertThat(PROGRAM.collections().keySet())
                .allSatisfy(collection -> assertThat(Path.of("docs", "architecture.md"))
                        .content()
                        .contains("| `%s` |".formatted(collection)));
    }

    @Test
    void ruleForCollectionsCatchesItsViolation() {
        assertThat(VIOLATING.collections())
                .containsEntry("mongohaul_imports", Set.of("Circular.java", "Violation.java"));
    }
}
