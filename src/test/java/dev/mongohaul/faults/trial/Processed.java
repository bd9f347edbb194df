package dev.mongohaul.faults.trial;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.oracle.Figures;
import dev.mongohaul.faults.oracle.Invariant;
import dev.mongohaul.faults.oracle.Violation;
import dev.mongohaul.job.CompiledClasses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.bson.Document;

/**
 * An input that a processor changes: it filters a tenth of the records, fails on a hundredth, and changes a field of the
 * others.
 *
 * @param idFromColumn whether {@code _id} is the first cell; if not, it is generated
 * @param seed determines what becomes of each record
 */
public record Processed(int rows, boolean idFromColumn, long seed) implements Subject {

    private static final String HEADER = "id,amount,text";
    private static final int PERCENT = 100;
    private static final int FILTERED = 10;

    /** Filters negative amounts and fails on 0. */
    private static final String PROCESSOR = """
            package com.acme;

            import org.bson.Document;
            import org.springframework.batch.infrastructure.item.ItemProcessor;

            public class Clean implements ItemProcessor<Document, Document> {

                private final long factor;

                public Clean(java.util.Map<String, Object> settings) {
                    factor = (Long) settings.get("factor");
                }

                @Override
                public Document process(Document item) {
                    int amount = item.getInteger("amount");
                    if (amount == 0) {
                        throw new IllegalArgumentException("nothing is ordered");
                    }
                    return amount < 0 ? null : item.append("amount", amount * factor);
                }
            }
            """;

    /** Draws a generated {@code _id} in half of the subjects. */
    public static Processed draw(Draw draw, int rows) {
        return new Processed(rows, draw.chance(0.5), draw.seed());
    }

    /** Returns a positive amount, a negative one for a record that is filtered, and 0 for one that is rejected. */
    private int amount(int row) {
        int kind = new Draw(seed + 0x9E3779B97F4A7C15L * (row + 1)).below(PERCENT);
        return kind == 0 ? 0 : kind <= FILTERED ? -row - 1 : row + 1;
    }

    private String record(int row) {
        return "%d,%d,text %d".formatted(row, amount(row), row);
    }

    @Override
    public boolean changes() {
        return false;
    }

    @Override
    public void writeInput(Path file) {
        try {
            Files.write(
                    file,
                    Stream.concat(Stream.of(HEADER), IntStream.range(0, rows).mapToObj(this::record))
                            .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        CompiledClasses.into(Objects.requireNonNull(file.getParent()), "com.acme.Clean", PROCESSOR);
    }

    @Override
    public String jobFile() {
        return """
                processor: com.acme.Clean
                processor-settings: { factor: 3 }
                source: { files: input.csv }
                target: { collection: target%s }
                fields: { id: int32, amount: int32 }
                rejects: { limit: unlimited }
                """.formatted(idFromColumn ? ", id: [id]" : "");
    }

    @Override
    public void makeTarget(MongoDatabase database) {
        database.drop();
        database.createCollection("target");
    }

    @Override
    public boolean hasRejects() {
        return rejected().findAny().isPresent();
    }

    private Stream<String> rejected() {
        return IntStream.range(0, rows).filter(row -> amount(row) == 0).mapToObj(this::record);
    }

    @Override
    public List<Violation> check(Iterable<Document> documents, Path rejects, String name, Figures figures) {
        List<Violation> violations = new ArrayList<>();
        List<Document> expected = IntStream.range(0, rows)
                .filter(row -> amount(row) > 0)
                .mapToObj(row -> new Document("id", row)
                        .append("amount", 3L * amount(row))
                        .append("text", "text " + row))
                .toList();
        List<Document> found = StreamSupport.stream(documents.spliterator(), false)
                .sorted(Comparator.comparing(document -> document.getInteger("id")))
                .toList();
        found.forEach(document -> {
            Object id = document.remove("_id");
            if (idFromColumn && !document.get("id").equals(id)) {
                violations.add(
                        new Violation(Invariant.NOTHING_ALTERED, "the _id " + id + " is not that of " + document));
            }
        });
        if (!found.equals(expected)) {
            violations.add(new Violation(
                    Invariant.NOTHING_ALTERED,
                    "%d documents are not the %d that the processor makes".formatted(found.size(), expected.size())));
        }
        List<String> exported = lines(rejects.resolve(name + ".csv"));
        List<String> wrong = Stream.concat(Stream.of(HEADER), rejected()).toList();
        if (!exported.equals(hasRejects() ? wrong : List.of())) {
            violations.add(new Violation(
                    Invariant.NOTHING_LOST,
                    "%d lines are not the %d rejects".formatted(exported.size(), wrong.size() - 1)));
        }
        Figures.Counted counted = new Figures.Counted(
                rows,
                figures.total().written(),
                0,
                expected.size() - figures.total().written(),
                wrong.size() - 1L,
                0,
                rows - expected.size() - (wrong.size() - 1L));
        if (!figures.total().equals(counted) || !figures.runs().equals(counted)) {
            violations.add(
                    new Violation(Invariant.HONEST_COUNTS, "the report says %s, not %s".formatted(figures, counted)));
        }
        return violations;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return "%d rows %s processed".formatted(rows, idFromColumn ? "id-column" : "id-generated");
    }
}
