package dev.mongohaul.faults.input;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.bson.Document;

/**
 * An input with mixed operations, for a collection that has as many documents as the input has records. The seed
 * determines the records: 60 % updates, 30 % inserts and 10 % deletes. One record in 50 has the key of a recent record,
 * and one in 100 has an unknown operation, an invalid amount, or an id that is taken or missing.
 */
public record DeltaInput(long seed, int rows) {

    public static final String HEADER = "op,id,amount,payload";

    private static final int RECENT = 40;

    /** Returns the records in the order of the input. */
    public List<DeltaRow> all() {
        Draw draw = new Draw(seed);
        List<DeltaRow> drawn = new ArrayList<>(rows);
        for (int line = 0; line < rows; line++) {
            drawn.add(row(line, drawn, draw));
        }
        return drawn;
    }

    private DeltaRow row(int line, List<DeltaRow> before, Draw draw) {
        int of100 = draw.below(100);
        String operation = of100 < 60 ? "U" : of100 < 90 ? "I" : "D";
        long id = operation.equals("I") ? (long) rows + line : draw.below(rows);
        int amount = draw.below(1_000_000);
        switch (draw.below(300)) {
            case 0 -> operation = "?";
            case 1 -> amount = -1;
            case 2 -> id = operation.equals("I") ? draw.below(rows) : 3L * rows + line;
            case 3, 4, 5, 6, 7, 8 -> id = before.isEmpty() ? id : recent(before, draw);
            default -> {}
        }
        return new DeltaRow(line, operation, id, amount, "p" + line);
    }

    private static long recent(List<DeltaRow> before, Draw draw) {
        return before.get(before.size() - 1 - draw.below(Math.min(RECENT, before.size())))
                .id();
    }

    /** Returns the documents that exist before the import. Half of the updates do not change theirs. */
    public Stream<Document> before() {
        Map<Long, DeltaRow> updates = new HashMap<>();
        all().stream()
                .filter(row -> row.operation().equals("U") && !row.invalid() && row.line() % 2 == 0)
                .forEach(row -> updates.put(row.id(), row));
        return LongStream.range(0, rows).mapToObj(id -> {
            DeltaRow update = updates.get(id);
            return new Document("_id", id)
                    .append("amount", update == null ? 0 : update.amount())
                    .append("payload", update == null ? "before" : update.payload())
                    .append("kept", id);
        });
    }

    public void write(Path file) {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write(HEADER + "\n");
            for (DeltaRow row : all()) {
                out.write(row.text());
                out.write('\n');
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
