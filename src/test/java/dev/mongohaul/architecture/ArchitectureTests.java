package dev.mongohaul.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureTests {

    private static final String ROOT = "dev.mongohaul";
    private static final String VIOLATIONS = "dev.mongohaul.architecture.violations";
    private static final JavaClasses PROGRAM = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);
    private static final JavaClasses VIOLATING = new ClassFileImporter().importPackages(VIOLATIONS);

    private static final JavaClasses CYCLIC = new ClassFileImporter().importPackages(VIOLATIONS + ".generate");

    static Set<String> packages() {
        return PackageRules.packages();
    }

    @ParameterizedTest
    @MethodSource("packages")
    void packageImportsOnlyAllowedPackages(String name) {
        new PackageRules(ROOT).importsOf(name).check(PROGRAM);
    }

    @ParameterizedTest
    @MethodSource("packages")
    void ruleOfEachPackageCatchesItsViolation(String name) {
        ArchRule rule = new PackageRules(VIOLATIONS).importsOf(name);

        assertThatThrownBy(() -> rule.check(VIOLATING))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("was violated (1 times)")
                .hasMessageContaining("." + name + ".");
    }

    @Test
    void packagesHaveNoCycles() {
        new PackageRules(ROOT).noCycles().check(PROGRAM);
    }

    @Test
    void ruleAgainstCyclesCatchesItsViolation() {
        assertThatThrownBy(() -> new PackageRules(VIOLATIONS).noCycles().check(CYCLIC))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Slice generate.one")
                .hasMessageContaining("Slice generate.two");
    }

    @Test
    void onlyCliPrints() {
        new PackageRules(ROOT).onlyCliPrints().check(PROGRAM);
    }

    @Test
    void ruleAgainstPrintingCatchesItsViolation() {
        assertThatThrownBy(() -> new PackageRules(VIOLATIONS).onlyCliPrints().check(VIOLATING))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("generate.Violation");
    }

    @Test
    void onlyCompareWritesWithoutConfirmation() {
        new PackageRules(ROOT).onlyCompareWritesWithoutConfirmation().check(PROGRAM);
    }

    @Test
    void ruleAgainstUnconfirmedWritesCatchesItsViolation() {
        assertThatThrownBy(() -> new PackageRules(VIOLATIONS)
                        .onlyCompareWritesWithoutConfirmation()
                        .check(VIOLATING))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("generate.Violation");
    }

    @Test
    void writersKnowNothingOfDelivery() {
        new PackageRules(ROOT).writersKnowNothingOfDelivery().check(PROGRAM);
    }

    @Test
    void ruleForWritersCatchesItsViolation() {
        assertThatThrownBy(() -> new PackageRules(VIOLATIONS)
                        .writersKnowNothingOfDelivery()
                        .check(VIOLATING))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("writer.Violation");
    }

    @Test
    void everyPackageIsKnownToTheRulesAndNullMarked() {
        Stream<JavaPackage> packages =
                PROGRAM.stream().map(type -> type.getPackage()).distinct();

        assertThat(packages).allSatisfy(found -> {
            assertThat(found.isAnnotatedWith(NullMarked.class))
                    .as(found.getName())
                    .isTrue();
            String top = found.getName().equals(ROOT)
                    ? "cli"
                    : found.getName().substring(ROOT.length() + 1).split("\\.", -1)[0];
            assertThat(top)
                    .isIn(Stream.concat(PackageRules.packages().stream(), Stream.of("cli"))
                            .toList());
        });
    }
}
