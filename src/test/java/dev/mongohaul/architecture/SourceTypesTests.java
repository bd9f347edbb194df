package dev.mongohaul.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Rules for types: a nested type is named by its own file only, and packages stay small. */
class SourceTypesTests {

    private static final SourceTypes PROGRAM = SourceTypes.in(Path.of("src", "main", "java"));
    private static final SourceTypes VIOLATING =
            SourceTypes.in(Path.of("src", "test", "java", "dev", "mongohaul", "architecture", "violations"));

    /** Packages with more public types than others, and why. */
    private static final Map<String, Integer> MANY_PUBLIC_TYPES = new TreeMap<>(Map.of(
            "dev.mongohaul.job.setting", // one record for each section of a job file, and the values in them
            34,
            "dev.mongohaul.mapping.spec", // the same for the fields of a mapping
            15,
            "dev.mongohaul.repository.plan", // one type for each nested document of a plan
            17,
            "dev.mongohaul.report", // what commands, pages and messages print
            15,
            "dev.mongohaul.reject", // the parts of a reject
            14,
            "dev.mongohaul.schedule",
            13));

    @Test
    void nestedTypesAreNamedByTheirOwnFile() {
        assertThat(PROGRAM.nestedTypesNamedElsewhere()).isEmpty();
    }

    @Test
    void ruleForNestedTypesCatchesItsViolation() {
        assertThat(VIOLATING.nestedTypesNamedElsewhere())
                .containsExactly("dev.mongohaul.architecture.violations.generate.one.Circular.Part in Circular.java");
    }

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

    @Test
    void packagesHaveAtMostFortyTypes() {
        assertThat(PROGRAM.packagesAbove(40)).isEmpty();
    }

    @Test
    void packagesHaveAtMostTwelvePublicTypes() {
        assertThat(PROGRAM.packagesWithPublicTypesAbove(12)).isEqualTo(MANY_PUBLIC_TYPES);
    }

    @Test
    void rulesForPackagesCatchTheirViolations() {
        assertThat(VIOLATING.packagesAbove(2)).containsOnlyKeys("dev.mongohaul.architecture.violations.generate.one");
        assertThat(VIOLATING.packagesWithPublicTypesAbove(1))
                .containsOnlyKeys("dev.mongohaul.architecture.violations.generate.one");
    }
}
