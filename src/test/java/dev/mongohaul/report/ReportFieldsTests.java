package dev.mongohaul.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.mongohaul.reject.RejectGroup;
import dev.mongohaul.reject.RejectReasons;
import dev.mongohaul.reject.RejectSample;
import dev.mongohaul.report.figure.Change;
import dev.mongohaul.report.figure.ChangedFigure;
import dev.mongohaul.report.figure.ImportOutcome;
import dev.mongohaul.report.figure.Medians;
import dev.mongohaul.report.figure.PhaseSeconds;
import dev.mongohaul.repository.figure.CellCounts;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.figure.UndoCounts;
import dev.mongohaul.repository.plan.Decision;
import dev.mongohaul.repository.plan.ImportVerification;
import dev.mongohaul.repository.run.TargetServer;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** The names in the JSON reports are those of docs/reports.md, and stay. */
class ReportFieldsTests {

    private static final Path DOCS = Path.of("docs/reports.md");
    private static final ImportVerification VERIFICATION = ImportVerification.pending();

    /** Names of the results of phases after the load, which any getter of these types gives. */
    private static final Map<Class<?>, List<String>> RESULTS = Map.of(
            ImportOutcome.class, List.of(VERIFICATION.participle()),
            ReportContents.class, List.of(VERIFICATION.phase()));

    private static final Pattern NAME = Pattern.compile("`(\\w+)`");
    private static final Pattern FIELD = Pattern.compile("(?m)^\\| `(\\w+)` \\|");

    static Stream<Arguments> shapes() {
        return Stream.of(
                Arguments.of("Run", RunReport.class),
                Arguments.of("File", FileReport.class),
                Arguments.of("Counts", Counts.class),
                Arguments.of("Undone", UndoCounts.class),
                Arguments.of("Cells", CellCounts.class),
                Arguments.of("Times", PhaseSeconds.class),
                Arguments.of("Server", TargetServer.class),
                Arguments.of("Partition", PartitionReport.class),
                Arguments.of("Rejects", RejectReasons.class),
                Arguments.of("Reason", RejectGroup.class),
                Arguments.of("Sample", RejectSample.class),
                Arguments.of("Decision", Decision.class),
                Arguments.of("Import", ImportSummary.class),
                Arguments.of("Change", Change.class),
                Arguments.of("Figure", ChangedFigure.class),
                Arguments.of("Job", JobReport.class),
                Arguments.of("Slot", SlotReport.class));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void fieldsAreThoseThatAreDocumented(String heading, Class<?> shape) throws IOException {
        assertThat(namesIn(shape)).isEqualTo(documented(heading));
    }

    @Test
    void fullReportsHaveWhatTheShortOnesHaveAndMore() throws IOException {
        assertThat(namesIn(RunDetails.class)).isEqualTo(documented("Run", "Run in full"));
        assertThat(namesIn(ImportReport.class)).isEqualTo(documented("Import", "Import in full", "Run in full"));
        assertThat(namesIn(JobHistory.class)).isEqualTo(documented("Job", "Job with its imports"));
    }

    @Test
    void mediansAreThoseOfAChange() throws IOException {
        assertThat(namesIn(Medians.class)).isEqualTo(documented("Change"));
    }

    @Test
    void importInFullLooksLikeThis() throws IOException {
        try (InputStream golden = ReportFieldsTests.class.getResourceAsStream("/report/import.json")) {
            assertThat(JsonMapper.shared().readTree(Reports.json(SampleDetails.anImport())))
                    .isEqualTo(JsonMapper.shared().readTree(golden));
        }
    }

    private static List<String> documented(String... headings) throws IOException {
        String docs = Files.readString(DOCS);
        List<String> names = new ArrayList<>();
        for (String heading : headings) {
            String[] parts = docs.split("(?m)^### " + heading + "$", -1);
            Matcher field = parts.length > 1
                    ? FIELD.matcher(parts[1].split("(?m)^#", -1)[0])
                    : NAME.matcher(rowOf(heading.toLowerCase(Locale.ROOT), docs));
            while (field.find()) {
                // A run in full and an import both have the state.
                if (!names.contains(field.group(1))) {
                    names.add(field.group(1));
                }
            }
        }
        return names;
    }

    /** Returns the names in the row of an object that has no section of its own. */
    private static String rowOf(String object, String docs) {
        Matcher row = Pattern.compile("(?m)^\\|[^|]*\\*" + object + "\\*[^|]*\\|([^|]*)\\|")
                .matcher(docs);
        assertThat(row.find()).as(object).isTrue();
        return row.group(1);
    }

    private static List<String> namesIn(Class<?> shape) {
        List<String> names = new ArrayList<>();
        for (RecordComponent component : shape.getRecordComponents()) {
            JsonProperty property = component.getAccessor().getAnnotation(JsonProperty.class);
            if (component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)) {
                names.addAll(namesIn(component.getType()));
            } else if (RESULTS.containsKey(shape) && component.getName().equals("results")) {
                names.addAll(RESULTS.get(shape));
            } else if (!component.getAccessor().isAnnotationPresent(JsonIgnore.class)) {
                names.add(property == null ? component.getName() : property.value());
            }
        }
        Arrays.stream(shape.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(JsonProperty.class))
                .map(Method::getName)
                .filter(name -> Arrays.stream(shape.getRecordComponents())
                        .noneMatch(component -> component.getName().equals(name)))
                .forEach(names::add);
        return names;
    }
}
