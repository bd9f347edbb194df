package dev.mongohaul.cli;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;

/**
 * Files of two or three nights for one collection, with changes between them: cells of other types, the order of columns,
 * added and lost columns, defects of the header, packings, charsets and delimiters.
 */
final class RandomNights {

    static final String KEY = "nr";

    private static final List<String> PACKINGS = List.of("", ".gz", ".zst", ".bz2", ".zip");
    private static final List<String> WORDS = List.of("Ann", "Bärbel", "Götz", "Uwe", "Käthe", "Strauß", "Jo", "Eva");
    private static final int KEYS = 14;

    /** What a header has in place of usable names. */
    private enum Defect {
        NONE,
        BLANK_NAME,
        REPEATED_NAME,
        TRAILING_DELIMITER,
        LONGER_RECORDS,
        SHORTER_HEADER
    }

    /** Kind of a column: most cells, and one that may change the type. */
    private enum Kind {
        NUMBER(
                random -> Integer.toString(1_000 + random.nextInt(9_000)),
                "0071",
                "+49",
                "A7",
                "12345678901234567890",
                "1.5",
                ""),
        AMOUNT(random -> "%d.%02d".formatted(1 + random.nextInt(90), random.nextInt(100)), "free", "007.50", ""),
        DAY(random -> "2024-0%d-1%d".formatted(1 + random.nextInt(9), random.nextInt(10)), "soon", ""),
        SLASHES(random -> "0%d/0%d/2024".formatted(1 + random.nextInt(9), 1 + random.nextInt(9)), "13/04/2024", ""),
        WORD(random -> WORDS.get(random.nextInt(WORDS.size())), "7", ""),
        FLAG(random -> Boolean.toString(random.nextBoolean()), "maybe", ""),
        UNIQUE(random -> new UUID(random.nextLong(), random.nextLong()).toString(), "none", "");

        private final Function<Random, String> usual;
        private final List<String> odd;

        Kind(Function<Random, String> usual, String... odd) {
            this.usual = usual;
            this.odd = List.of(odd);
        }
    }

    /**
     * File of a night.
     *
     * @param rows cells by the fields that they become
     * @param changes since the night before, for messages
     */
    record Night(String suffix, byte[] bytes, List<Map<String, String>> rows, Set<String> changes) {}

    private final Random random;
    private final List<String> keys;
    private final Map<String, Kind> kinds = new LinkedHashMap<>();
    private final Map<String, String> fields = new LinkedHashMap<>();
    private List<String> columns = new ArrayList<>();
    private Defect defect;
    private String delimiter;
    private Charset charset;
    private boolean mark;

    RandomNights(Random random) {
        this.random = random;
        Kind key = pick(List.of(Kind.NUMBER, Kind.NUMBER, Kind.SLASHES, Kind.UNIQUE));
        Set<String> different = new LinkedHashSet<>(
                key.odd.stream().filter(cell -> !cell.isEmpty()).toList());
        while (different.size() < KEYS) {
            different.add(key.usual.apply(random));
        }
        this.keys = List.copyOf(different);
        kinds.put(KEY, key);
        IntStream.rangeClosed(1, 2 + random.nextInt(3)).forEach(number -> kinds.put("c" + number, pick(Kind.values())));
        columns.addAll(kinds.keySet());
        this.defect = random.nextBoolean() ? Defect.NONE : pick(Defect.values());
        this.delimiter = pick(List.of(",", ";", "\t"));
        encode();
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    private Kind pick(Kind... values) {
        return values[random.nextInt(values.length)];
    }

    private Defect pick(Defect... values) {
        return values[random.nextInt(values.length)];
    }

    private void encode() {
        charset = pick(List.of(
                StandardCharsets.UTF_8,
                StandardCharsets.UTF_8,
                Charset.forName("windows-1252"),
                StandardCharsets.UTF_16LE));
        mark = charset.equals(StandardCharsets.UTF_16LE) || (charset.equals(StandardCharsets.UTF_8) && chance(4));
    }

    private boolean chance(int oneIn) {
        return random.nextInt(oneIn) == 0;
    }

    List<Night> nights() {
        List<Night> nights = new ArrayList<>(List.of(night(Set.of())));
        for (int count = 1 + random.nextInt(2); count > 0; count--) {
            Night before = nights.get(nights.size() - 1);
            nights.add(chance(8) ? packedAgain(before) : night(change()));
        }
        return nights;
    }

    private Night packedAgain(Night before) {
        return new Night(pick(PACKINGS), before.bytes, before.rows, Set.of("packed again"));
    }

    private Set<String> change() {
        Set<String> changes = new LinkedHashSet<>();
        if (chance(2)) {
            changes.add("order");
            Collections.shuffle(columns, random);
        }
        if (chance(5)) {
            changes.add("added column");
            String name = "c" + (kinds.size() + 1);
            kinds.put(name, pick(Kind.values()));
            columns.add(random.nextInt(columns.size() + 1), name);
        }
        if (chance(8) && columns.size() > 2) {
            changes.add("lost column");
            columns.remove(columns.stream()
                    .filter(name -> !name.equals(KEY))
                    .findFirst()
                    .orElseThrow());
        }
        if (chance(8)) {
            changes.add("delimiter");
            delimiter = pick(List.of(",", ";", "\t"));
        }
        if (chance(4)) {
            changes.add("charset");
            encode();
        }
        if (chance(10)) {
            changes.add("defect of the header");
            defect = pick(Defect.values());
        }
        return changes;
    }

    private Night night(Set<String> changes) {
        List<String> order = new ArrayList<>(columns);
        Set<String> told = new LinkedHashSet<>(changes);
        if (defect == Defect.SHORTER_HEADER) {
            order.remove("c1");
            order.add(0, "c1");
        }
        if (defect == Defect.REPEATED_NAME && order.indexOf("c2") < order.indexOf("c1") && order.contains("c2")) {
            Collections.swap(order, order.indexOf("c1"), order.indexOf("c2"));
        }
        List<String> ids = new ArrayList<>(keys);
        Collections.shuffle(ids, random);
        List<String> used = ids.subList(0, 5 + random.nextInt(5));
        Map<String, Integer> oddRow = new LinkedHashMap<>();
        kinds.keySet().forEach(name -> oddRow.put(name, chance(4) ? random.nextInt(used.size()) : -1));
        oddRow.values().stream().filter(row -> row >= 0).findFirst().ifPresent(row -> told.add("types"));
        List<Map<String, String>> cells = new ArrayList<>();
        for (int row = 0; row < used.size(); row++) {
            Map<String, String> record = new LinkedHashMap<>();
            for (String name : order) {
                Kind kind = kinds.get(name);
                String cell = oddRow.get(name) == row ? pick(kind.odd) : kind.usual.apply(random);
                record.put(name, name.equals(KEY) ? used.get(row) : cell);
            }
            cells.add(record);
        }
        boolean headless = chance(20);
        if (headless) {
            told.add("no header");
        }
        name(order, headless);
        byte[] bytes = encoded(text(order, cells, headless));
        return new Night(pick(PACKINGS), bytes, cells.stream().map(this::stored).toList(), told);
    }

    /** Decides the fields of columns when they are seen for the first time. */
    private void name(List<String> order, boolean headless) {
        for (int column = 0; column < order.size(); column++) {
            String name = order.get(column);
            String cell = cell(name);
            String field = headless || cell.isEmpty() ? "column" + (column + 1) : cell;
            boolean second = !headless && defect == Defect.REPEATED_NAME && name.equals("c2");
            fields.putIfAbsent(defect + name, second && order.contains("c1") ? field + "_2" : field);
        }
    }

    /** Returns the cell of the header. */
    private String cell(String name) {
        return switch (defect) {
            case BLANK_NAME, SHORTER_HEADER -> name.equals("c1") ? "" : name;
            case REPEATED_NAME -> name.equals("c2") ? "c1" : name;
            default -> name;
        };
    }

    private Map<String, String> stored(Map<String, String> record) {
        Map<String, String> stored = new LinkedHashMap<>();
        record.forEach((name, cell) -> {
            if (!cell.isEmpty()) {
                stored.put(fields.get(defect + name), cell);
            }
        });
        return stored;
    }

    private String text(List<String> order, List<Map<String, String>> cells, boolean headless) {
        boolean longer = defect == Defect.LONGER_RECORDS || defect == Defect.TRAILING_DELIMITER;
        String names = order.stream()
                .filter(name -> defect != Defect.SHORTER_HEADER || !name.equals("c1"))
                .map(this::cell)
                .collect(Collectors.joining(delimiter));
        Stream<String> header =
                headless ? Stream.empty() : Stream.of(names + (defect == Defect.TRAILING_DELIMITER ? delimiter : ""));
        Stream<String> records =
                cells.stream().map(record -> String.join(delimiter, record.values()) + (longer ? delimiter : ""));
        return Stream.concat(header, records).map(line -> line + "\n").collect(Collectors.joining());
    }

    private byte[] encoded(String text) {
        return ((mark ? "\uFEFF" : "") + text).getBytes(charset);
    }

    /** Returns the bytes of a file, as its suffix says. A packed file has a time that no other one has. */
    static byte[] packed(Night night, int time) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = packer(night.suffix, packed, time)) {
            out.write(night.suffix.equals(".zst") ? Zstd.compress(night.bytes, 1 + time % 9) : night.bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return packed.toByteArray();
    }

    private static OutputStream packer(String suffix, OutputStream out, int time) throws IOException {
        switch (suffix) {
            case ".gz" -> {
                GzipParameters parameters = new GzipParameters();
                parameters.setModificationInstant(Instant.ofEpochSecond(time));
                return new GzipCompressorOutputStream(out, parameters);
            }
            case ".bz2" -> {
                return new BZip2CompressorOutputStream(out, 1 + time % 9);
            }
            case ".zip" -> {
                ZipOutputStream zip = new ZipOutputStream(out);
                zip.setLevel(1 + time % 9);
                zip.putNextEntry(new ZipEntry("t.csv"));
                return zip;
            }
            default -> {
                return out;
            }
        }
    }
}
