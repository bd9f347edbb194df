package dev.mongohaul.infer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.TestSize;
import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.infer.NationalFile.Cell;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Generated files with the habits of twelve countries: an import stores what each cell means, or its text, and names the
 * column and the option. {@code -Dinfer.files=N -Dinfer.seed=S} takes other files.
 */
class NationalHabitsTests {

    private final int files = TestSize.of("infer.files", 24, 3_000);
    private final long firstSeed = TestSize.seed("infer.seed", 1);
    private int typed;
    private int named;
    private final List<String> silent = new ArrayList<>();

    @TempDir
    private Path folder;

    @Test
    void valuesAreRightOrTheirColumnIsNamed() throws IOException {
        for (int index = 0; index < files; index++) {
            NationalHabit habit = NationalHabit.ALL.get(index % NationalHabit.ALL.size());
            NationalFile file = new NationalFile(habit, firstSeed + index / NationalHabit.ALL.size());
            Files.write(folder.resolve("in.csv"), file.bytes());
            Guess job = new JobInference(folder, InputRules.ANY)
                    .infer(List.of("in.csv"), new Hints(Map.of(), false, false, null, null));
            assertThat(job.doubt()).as("%s", file).isNull();
            Inferred inferred = new Inferred(folder, job.text());
            assertThat(inferred.rejects()).as("%s: %s", file, job.text()).isEmpty();
            compare(file, inferred.documents(), job);
        }

        System.out.printf(
                "%d files of national habits from seed %d: %d columns have the values, %d stay text and are named%n",
                files, firstSeed, typed, named);
        assertThat(silent).isEmpty();
    }

    private void compare(NationalFile file, List<Document> documents, Guess job) {
        file.columns().forEach((column, cells) -> {
            assertThat(documents).as("%s", file).hasSameSizeAs(cells);
            boolean right = true;
            boolean text = true;
            boolean strings = true;
            for (int row = 0; row < cells.size(); row++) {
                Object stored = documents.get(row).get(column);
                right &= isMeant(stored, cells.get(row));
                strings &= stored instanceof String;
                text &= cells.get(row).text().equals(stored);
            }
            String note = job.columns().getOrDefault(column, "");
            boolean guessed = job.notes().stream()
                    .anyMatch(sentence -> sentence.startsWith("Charset ")
                            && sentence.contains("--charset")
                            && sentence.contains(column + " ("));
            boolean noted = note.startsWith("fields." + column + " is") && note.contains("--type ");
            if (right) {
                typed++;
            } else if ((text && noted) || (strings && guessed)) {
                named++;
            } else {
                silent.add("%s: %s %s is %s: %s"
                        .formatted(
                                file,
                                column,
                                cells.stream().limit(5).map(Cell::text).toList(),
                                documents.get(0).get(column),
                                note));
            }
        });
    }

    private static boolean isMeant(Object stored, Cell cell) {
        if (cell.meaning() instanceof BigDecimal number) {
            return !(stored instanceof String) && number.compareTo(new BigDecimal(String.valueOf(stored))) == 0;
        }
        return cell.meaning() instanceof LocalDateTime moment
                ? stored instanceof Date date && date.toInstant().equals(moment.toInstant(ZoneOffset.UTC))
                : cell.meaning().equals(stored);
    }
}
