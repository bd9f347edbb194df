package dev.mongohaul.faults.input;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A CSV input that is determined by its seed, and the expected result of each record.
 *
 * @param rejects kinds of rejected records that it contains
 * @param lineEnd {@code \n} or {@code \r\n}
 */
public record Input(long seed, int rows, Set<RowKind> rejects, String lineEnd) {

    public static final String HEADER = "id,code,amount,payload,hash";

    /** Number of codes that other documents have before the import. */
    public static final int TAKEN_CODES = 5;

    public static final Set<RowKind> EVERY_REJECT =
            Set.of(RowKind.MALFORMED, RowKind.UNMAPPABLE, RowKind.INVALID, RowKind.TAKEN);

    private static final int ONE_REJECT_IN = 100;
    private static final List<String> WORDS =
            List.of("alpha", "Größe", "x,y", "\"quoted\"", "two\nlines", "7,\"8\"\n9,", "naïve", "日本", "-", "end");

    /** Draws an input: 60 % have rejects, 20 % have the line ends of Windows. */
    public static Input draw(Draw draw, int rows) {
        Set<RowKind> rejects = draw.chance(0.6) ? EVERY_REJECT : Set.of();
        return new Input(draw.seed(), rows, rejects, draw.chance(0.2) ? "\r\n" : "\n");
    }

    public Row row(int id) {
        Draw draw = new Draw(seed + 0x9E3779B97F4A7C15L * (id + 1));
        RowKind kind = kind(draw);
        String code = kind == RowKind.TAKEN ? takenCode(draw.below(TAKEN_CODES)) : "c" + id;
        int amount = kind == RowKind.INVALID ? -1 - draw.below(1_000) : draw.below(1_000_000);
        return new Row(id, kind, code, amount, payload(draw));
    }

    private RowKind kind(Draw draw) {
        if (!rejects.isEmpty() && draw.below(ONE_REJECT_IN) == 0) {
            return draw.oneOf(rejects.stream().sorted().toList());
        }
        return RowKind.GOOD;
    }

    private static String payload(Draw draw) {
        StringBuilder payload = new StringBuilder(Long.toHexString(draw.seed()));
        for (int word = draw.below(4); word > 0; word--) {
            payload.append(' ').append(draw.oneOf(WORDS));
        }
        return payload.toString();
    }

    public static String takenCode(int number) {
        return "taken" + number;
    }

    public Stream<Row> all() {
        return IntStream.range(0, rows).mapToObj(this::row);
    }

    /** Returns the records that must be in the reject file, in their order. */
    public Stream<Row> rejected() {
        return rejects.isEmpty() ? Stream.of() : all().filter(row -> row.kind().rejected());
    }

    public Map<RowKind, Integer> kinds() {
        Map<RowKind, Integer> kinds = new EnumMap<>(RowKind.class);
        all().forEach(row -> kinds.merge(row.kind(), 1, Integer::sum));
        return kinds;
    }

    public Path write(Path file) {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write(HEADER + lineEnd);
            for (int id = 0; id < rows; id++) {
                out.write(row(id).text());
                out.write(lineEnd);
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
