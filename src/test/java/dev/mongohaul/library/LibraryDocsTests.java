package dev.mongohaul.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LibraryDocsTests {

    private static final Set<String> OF_RECORDS = Set.of("equals", "hashCode", "toString");

    @Test
    void publicSignaturesStay() throws IOException {
        assertThat(Files.readAllLines(Path.of("src/test/resources/library/public.txt")).stream()
                        .filter(line -> !line.isEmpty()))
                .containsExactlyInAnyOrderElementsOf(signatures());
    }

    @ParameterizedTest
    @CsvSource({"## A chunk step of your own, PricesJob", "## An import, NightlyImport"})
    void docsShowTheExampleThatIsTested(String heading, String type) throws IOException {
        assertThat(block(heading, "java"))
                .containsExactlyElementsOf(withoutImports(Path.of("src/example/src/main/java/example", type + ".java"))
                        .dropWhile(String::isEmpty)
                        .toList());
    }

    @Test
    void docsShowTheBeansOfTheJobRepositoryThatIsTested() throws IOException {
        assertThat(Files.readAllLines(Path.of("src/example/src/main/java/example/RestartableJob.java")))
                .containsSequence(block("### A JobRepository in MongoDB", "java"))
                .anyMatch(line ->
                        line.contains("repository.findRunningJobExecutions(job.getName()).forEach(operator::recover)"));
    }

    @Test
    void docsShowTheProcessorThatIsTested() throws IOException {
        List<String> shown = new ArrayList<>();
        for (String file : List.of("main/java/com/acme/Clean.java", "test/java/com/acme/CleanTests.java")) {
            withoutImports(Path.of("src/test/processor/src", file))
                    .filter(line -> !line.isEmpty())
                    .forEach(shown::add);
        }

        assertThat(block("## A processor", "java").stream().filter(line -> !line.isEmpty()))
                .containsExactlyElementsOf(shown);
        assertThat(shown).hasSizeLessThanOrEqualTo(30);
    }

    private static Stream<String> withoutImports(Path source) throws IOException {
        return Files.readAllLines(source).stream().filter(line -> !line.matches("(package|import) .*"));
    }

    private static List<String> block(String heading, String language) throws IOException {
        return Files.readAllLines(Path.of("docs/library.md")).stream()
                .dropWhile(line -> !line.startsWith(heading))
                .dropWhile(line -> !line.equals("```" + language))
                .skip(1)
                .takeWhile(line -> !line.equals("```"))
                .toList();
    }

    private static List<String> signatures() {
        return new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("dev.mongohaul.library")
                        .stream()
                        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                        .map(JavaClass::reflect)
                        .flatMap(type -> Stream.concat(
                                Stream.of(type.toGenericString()),
                                Stream.<Executable>concat(
                                                Stream.of(type.getDeclaredMethods()), Stream.of(type.getConstructors()))
                                        .filter(member ->
                                                Modifier.isPublic(member.getModifiers()) && !member.isSynthetic())
                                        .filter(member -> !OF_RECORDS.contains(member.getName()))
                                        .map(Executable::toGenericString)))
                        .map(signature ->
                                signature.replaceAll("\\b(?:[a-z0-9]+\\.)+", "").replaceFirst("^public ", ""))
                        .toList();
    }
}
