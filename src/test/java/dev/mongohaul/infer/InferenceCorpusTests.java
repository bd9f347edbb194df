package dev.mongohaul.infer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.TestSize;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.infer.DamagedTable.Row;
import dev.mongohaul.mapping.MappedDocument;
import dev.mongohaul.mapping.MappedItem;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Corpus of generated files. An import reads every undamaged record as it was written, and nothing is lost or altered
 * without a reject or a comment. {@code -Dinfer.files=2000 -Dinfer.seed=1} takes more files. The test prints them by dialect,
 * charset and defect.
 */
class InferenceCorpusTests {

    /** Result of a file. */
    enum Outcome {
        /** Every undamaged record is read as it was written. */
        EXACT,
        /** An undamaged record is not read as written, and comments or rejects show it. */
        NOTICED,
        /** Data is lost or altered without a comment or a reject. */
        SILENT,
        /** No job file was inferred. */
        REFUSED
    }

    private static final double ENOUGH = 0.995;

    private final int files = TestSize.of("infer.files", 30, 3_000);
    private final long firstSeed = TestSize.seed("infer.seed", 1);
    private final Map<String, Map<Outcome, Integer>> table = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();

    @TempDir
    private Path folder;

    @Test
    void undamagedRecordsAreReadAsTheyWereWritten() throws IOException {
        int exact = 0;
        int silent = 0;
        for (long seed = firstSeed; seed < firstSeed + files; seed++) {
            DamagedTable file = new DamagedTable(seed);
            Outcome outcome = outcome(file);
            exact += outcome == Outcome.EXACT ? 1 : 0;
            silent += outcome == Outcome.SILENT ? 1 : 0;
            List<String> kinds =
                    new ArrayList<>(List.of("charset  " + file.charset(), "dialect  " + file.dialect(), "all"));
            file.defects().forEach(defect -> kinds.add("defect   " + defect));
            for (String kind : kinds) {
                table.computeIfAbsent(kind, any -> new EnumMap<>(Outcome.class)).merge(outcome, 1, Integer::sum);
            }
        }

        System.out.println(confusion());
        assertThat(silent).as("%s", wrong).isZero();
        assertThat((double) exact / files).as("%s", wrong).isGreaterThanOrEqualTo(ENOUGH);
    }

    private String confusion() {
        StringBuilder text = new StringBuilder("%-32s".formatted(files + " files from seed " + firstSeed));
        for (Outcome outcome : Outcome.values()) {
            text.append("%9s".formatted(outcome));
        }
        table.forEach((kind, outcomes) -> {
            text.append("%n%-32s".formatted(kind));
            for (Outcome outcome : Outcome.values()) {
                text.append("%9d".formatted(outcomes.getOrDefault(outcome, 0)));
            }
        });
        wrong.forEach(file -> text.append('\n').append(file));
        return text.toString();
    }

    private Outcome outcome(DamagedTable file) throws IOException {
        Files.write(folder.resolve("in.csv"), file.bytes());
        Inferred inferred;
        try {
            inferred = Inferred.of(folder, "in.csv");
        } catch (InputException e) {
            wrong.add(file + ": " + e.getMessage());
            return Outcome.REFUSED;
        }
        List<String> faults = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        compare(file, inferred, faults, silent);
        if (faults.isEmpty() && silent.isEmpty()) {
            return Outcome.EXACT;
        }
        boolean noted =
                inferred.text().contains("rejected") || inferred.text().matches("(?s).*source:.*  # .*target:.*");
        Outcome outcome = silent.isEmpty() && noted ? Outcome.NOTICED : Outcome.SILENT;
        wrong.add("%s: %s: %s".formatted(outcome, file, (silent.isEmpty() ? faults : silent).get(0)));
        return outcome;
    }

    private static void compare(DamagedTable file, Inferred inferred, List<String> faults, List<String> silent) {
        Map<Long, MappedItem<Document>> items = new HashMap<>();
        inferred.items().forEach(item -> items.put(item.source().location().line(), item));
        List<String> names = inferred.columns();
        if (!file.header().isEmpty() && !names.equals(file.header())) {
            faults.add("names " + names);
        }
        for (Row row : file.rows()) {
            MappedItem<Document> item = items.remove((long) row.line());
            if (row.damaged()) {
                boolean shown = !(item instanceof MappedDocument<Document> read)
                        || isFaithful(row, read.source())
                        || inferred.text().contains("Line %d looks like a total".formatted(row.line()))
                        || inferred.text().contains("# a guess: not UTF-8")
                        || inferred.text().contains("UNCERTAIN");
                if (!shown) {
                    silent.add("line %d is read as %s".formatted(row.line(), ((CsvRecord) item.source()).texts()));
                }
            } else if (!(item instanceof MappedDocument<Document> read)) {
                faults.add("line %d is %s".formatted(row.line(), item));
            } else {
                compare(row, read, inferred, names, faults);
            }
        }
        items.forEach((line, item) -> {
            boolean named = inferred.text().contains("like a comment, and is imported. Line %d:".formatted(line));
            if (item instanceof MappedDocument<Document> invented && !named) {
                silent.add("line %d is no record, and read as %s"
                        .formatted(line, invented.source().texts()));
            }
        });
    }

    private static void compare(
            Row row, MappedDocument<Document> read, Inferred inferred, List<String> names, List<String> faults) {
        List<String> cells = read.source().texts();
        if (!cells.equals(row.cells())) {
            faults.add("line %d is read as %s".formatted(row.line(), cells));
            return;
        }
        for (int column = 0; column < Math.min(names.size(), cells.size()); column++) {
            Object value = read.content().get(names.get(column));
            String cell = cells.get(column);
            if (!isValue(value, cell) && !inferred.text().contains(cell + " in ")) {
                faults.add("line %d has %s for %s".formatted(row.line(), value, cell));
            }
        }
    }

    private static boolean isValue(Object value, String cell) {
        if (value == null) {
            return cell.isEmpty();
        }
        if (value instanceof String text) {
            return text.equals(cell);
        }
        if (value instanceof Number || value instanceof Decimal128) {
            return new BigDecimal(value.toString()).compareTo(new BigDecimal(cell.replace(',', '.'))) == 0;
        }
        return true;
    }

    /** Returns whether the cells hold the whole damaged record except its quotes. */
    private static boolean isFaithful(Row row, CsvRecord read) {
        return Objects.equals(
                String.join("", row.cells()).replaceAll("[\"\\s]|[abxy]", ""),
                String.join("", read.texts()).replaceAll("[\"\\s]|[abxy]", ""));
    }
}
