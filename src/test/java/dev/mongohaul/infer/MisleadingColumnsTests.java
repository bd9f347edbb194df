package dev.mongohaul.infer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.TestSize;
import dev.mongohaul.infer.MisleadingColumns.Cell;
import dev.mongohaul.infer.MisleadingColumns.Column;
import dev.mongohaul.infer.MisleadingColumns.Kind;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Date;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Corpus of files with misleading columns. Each stored value is what the cell means, or the cell as it was written, or a
 * comment of the column names the setting that decides; or its record is a reject. The test prints the files by the kind of
 * the column.
 */
class MisleadingColumnsTests {

    /** Result of a column. */
    enum Outcome {
        /** Every value is what the cell means. */
        READ,
        /** The column is text. */
        TEXT,
        /** A value is something else, and a comment of the column says what decided. */
        NAMED,
        /** A record is a reject. */
        REJECTED,
        /** A value is something else without a word. */
        SILENT
    }

    /** Comment that says how a column is read, and not only that it is exact. */
    private static final Pattern DECISION = Pattern.compile(
            ".*# .*(\\{type: |becomes|read as negative|no day is above 12|a boolean because|decides? against).*");

    /** Sees a part of files that have many records. */
    private static final SampleSize SMALL = new SampleSize(1600, 8);

    private final int files = TestSize.of("infer.files", 30, 3_000);
    private final long firstSeed = TestSize.seed("infer.seed", 1);
    private final Map<Kind, Map<Outcome, Integer>> table = new EnumMap<>(Kind.class);
    private final List<String> wrong = new ArrayList<>();

    @TempDir
    private Path folder;

    @Test
    void valuesAreWhatTheCellsMeanOrTheColumnIsNamed() throws IOException {
        for (long seed = firstSeed; seed < firstSeed + files; seed++) {
            MisleadingColumns file = new MisleadingColumns(seed);
            Files.writeString(folder.resolve("in.csv"), file.csv());
            Inferred inferred = Inferred.of(folder, "in.csv");
            assertThat(inferred.rejects()).as("%s:%n%s", file, inferred.text()).isEmpty();
            compare(file, inferred, Column::cells);
            compare(file, Inferred.of(folder, SMALL, "in.csv"), Column::cells);
            if (!file.laterRecords().isEmpty()) {
                Files.writeString(folder.resolve("in.csv"), file.header() + file.laterRecords());
                compare(file, inferred, Column::later);
            }
        }

        System.out.println(confusion());
        assertThat(wrong).isEmpty();
    }

    private void compare(MisleadingColumns file, Inferred inferred, Function<Column, List<Cell>> part) {
        List<Document> documents = inferred.documents();
        for (Column column : file.columns()) {
            Outcome outcome = outcome(column, part.apply(column), documents, inferred.text());
            table.computeIfAbsent(column.kind(), any -> new EnumMap<>(Outcome.class))
                    .merge(outcome, 1, Integer::sum);
            if (outcome == Outcome.SILENT) {
                wrong.add("%s, %s %s: %s"
                        .formatted(file, column.kind(), line(inferred.text(), column), part.apply(column)));
            }
        }
    }

    private static Outcome outcome(Column column, List<Cell> cells, List<Document> documents, String text) {
        Outcome outcome = documents.size() < cells.size() ? Outcome.REJECTED : Outcome.READ;
        for (Document document : documents) {
            Cell cell = cells.get(Integer.parseInt(document.getString("key").substring("key of ".length())));
            Object value = document.get(column.name());
            if (isMeaning(value, cell)) {
                continue;
            }
            if (!cell.text().equals(value)) {
                return DECISION.matcher(line(text, column)).matches() ? Outcome.NAMED : Outcome.SILENT;
            }
            outcome = outcome == Outcome.READ ? Outcome.TEXT : outcome;
        }
        return outcome;
    }

    private static String line(String text, Column column) {
        return text.lines()
                .filter(line ->
                        line.startsWith("  " + column.name() + ":") || line.startsWith("  \"" + column.name() + "\":"))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isMeaning(Object value, Cell cell) {
        if (value instanceof Date date && cell.meaning() instanceof LocalDateTime moment) {
            return date.toInstant().equals(moment.toInstant(ZoneOffset.UTC));
        }
        if ((value instanceof Number || value instanceof Decimal128) && cell.meaning() instanceof BigDecimal number) {
            return new BigDecimal(value.toString()).compareTo(number) == 0;
        }
        return cell.meaning().equals(value)
                || (value instanceof Integer && value.toString().equals(cell.text()));
    }

    private String confusion() {
        StringBuilder text = new StringBuilder("%-32s".formatted(files + " files from seed " + firstSeed));
        for (Outcome outcome : Outcome.values()) {
            text.append("%9s".formatted(outcome));
        }
        table.forEach((kind, outcomes) -> {
            text.append("%n%-32s".formatted("misleading  " + kind));
            for (Outcome outcome : Outcome.values()) {
                text.append("%9d".formatted(outcomes.getOrDefault(outcome, 0)));
            }
        });
        wrong.forEach(file -> text.append('\n').append(file));
        return text.toString();
    }
}
