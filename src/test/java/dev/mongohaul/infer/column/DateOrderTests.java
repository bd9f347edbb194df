package dev.mongohaul.infer.column;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.infer.Hints;
import dev.mongohaul.infer.Inferred;
import dev.mongohaul.infer.JobInference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Order of day and month in dates of numbers. */
class DateOrderTests {

    @TempDir
    private Path folder;

    @Test
    void orderOfAnotherColumnIsTaken() throws IOException {
        Files.writeString(folder.resolve("in.csv"), "placed,shipped\n25/03/2024,02/04/2024\n26/03/2024,03/04/2024\n");

        assertThat(Inferred.of(folder, "in.csv").documents())
                .extracting(document -> document.get("shipped"))
                .containsExactly(day("2024-04-02"), day("2024-04-03"));
    }

    @Test
    void patternOfTheUserDecidesAboutOtherColumns() throws IOException {
        Files.writeString(folder.resolve("in.csv"), "placed,shipped,seen\n01/02/2024,02/04/2024,01-02-2024\n");
        Hints hints = new Hints(
                Map.of("fields.placed", Map.of("type", "date", "pattern", "dd/MM/yyyy")), true, false, null, null);

        String text = new JobInference(folder, InputRules.ANY)
                .infer(List.of("in.csv"), hints)
                .text();

        Document document = new Inferred(folder, text).documents().get(0);
        assertThat(document)
                .containsEntry("placed", day("2024-02-01"))
                .containsEntry("shipped", day("2024-04-02"))
                .containsEntry("seen", "01-02-2024");
    }

    @ParameterizedTest
    @CsvSource({
        "dd/MM/yyyy, MM/dd/yyyy, /, true",
        "M/d/yyyy H:mm, d/M/yyyy H:mm, /, false",
        "MM-dd-yyyy, dd-MM-yyyy, -, false",
        "dd.MM.yyyy HH:mm:ss, MM.dd.yyyy HH:mm:ss, ., true"
    })
    void patternOfNumbersHasAnOrder(String pattern, String swapped, char separator, boolean dayFirst) {
        assertThat(DayMonthOrder.of(pattern)).contains(new DayMonthOrder(separator, dayFirst, swapped));
    }

    @ParameterizedTest
    @CsvSource({"yyyy-MM-dd", "yyyy/MM/dd", "d-MMM-yyyy", "d MMM yyyy", "yyyyMMdd", "''"})
    void otherPatternHasNone(String pattern) {
        assertThat(DayMonthOrder.of(pattern)).isEmpty();
    }

    private static Date day(String iso) {
        return Date.from(Instant.parse(iso + "T00:00:00Z"));
    }
}
