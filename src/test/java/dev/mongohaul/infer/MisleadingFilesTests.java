package dev.mongohaul.infer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.TestSize;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.infer.InferenceCorpusTests.Outcome;
import dev.mongohaul.mapping.MappedDocument;
import dev.mongohaul.mapping.MappedItem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Part of the corpus of generated files, whose whole form misleads: each record is stored as it was written, or the output
 * names what was guessed and the option that decides.
 */
class MisleadingFilesTests {

    private final int files = TestSize.of("infer.files", 30, 3_000);
    private final long firstSeed = TestSize.seed("infer.seed", 1);
    private final Map<String, Map<Outcome, Integer>> table = new TreeMap<>();
    private final List<String> silent = new ArrayList<>();
    private final List<String> others = new ArrayList<>();

    @TempDir
    private Path folder;

    @Test
    void misleadingFilesAreReadRightOrNamed() throws IOException {
        for (long seed = firstSeed; seed < firstSeed + files; seed++) {
            MisleadingFile file = new MisleadingFile(seed);
            Outcome outcome = outcome(file);
            for (String kind : List.of("all", "misleading " + file.kind())) {
                table.computeIfAbsent(kind, any -> new EnumMap<>(Outcome.class)).merge(outcome, 1, Integer::sum);
            }
        }

        System.out.println(files + " misleading files from seed " + firstSeed + ": " + table);
        if (Boolean.getBoolean("infer.print")) {
            others.forEach(System.out::println);
        }
        assertThat(silent).as("%s", table).isEmpty();
    }

    private Outcome outcome(MisleadingFile file) throws IOException {
        Files.write(folder.resolve("in.csv"), file.bytes());
        Guess job;
        try {
            job = new JobInference(folder, InputRules.ANY).infer(List.of("in.csv"), Inferred.NO_HINTS);
        } catch (InputException e) {
            others.add("%s: %s".formatted(file, e.getMessage()));
            return Outcome.REFUSED;
        }
        List<MappedItem<Document>> items = new Inferred(folder, job.text()).items();
        List<List<String>> stored = items.stream()
                .filter(MappedDocument.class::isInstance)
                .map(item -> ((CsvRecord) item.source()).texts())
                .toList();
        if (stored.equals(file.rows())) {
            return Outcome.EXACT;
        }
        boolean rejects = stored.size() < items.size();
        boolean noticed = rejects || isNamed(file, stored, job.notes());
        (noticed ? others : silent)
                .add("%s: %d of %d records, %d rejects: %s"
                        .formatted(file, stored.size(), file.rows().size(), items.size() - stored.size(), job.notes()));
        return noticed ? Outcome.NOTICED : Outcome.SILENT;
    }

    private static boolean isNamed(MisleadingFile file, List<List<String>> stored, List<String> notes) {
        String said = String.join("\n", notes);
        return switch (file.kind()) {
            case RECORDS_LIKE_COMMENTS -> said.contains("The option header decides");
            case COMMENTS -> said.contains("like a comment, and") || said.contains("not imported");
            case TOTAL -> file.endsWithSum() && said.contains("The last line is not imported (skip-last-lines)");
            case RECORD_LIKE_HEADER ->
                said.contains("The option header decides")
                        && stored.equals(file.rows().subList(1, file.rows().size()));
            case FIXED_WIDTH -> said.contains("The option delimiter decides");
            case HUGE_CELL, ESCAPES -> false;
        };
    }
}
