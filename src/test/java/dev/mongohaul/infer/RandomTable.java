package dev.mongohaul.infer;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Random CSV file with columns of all kinds in a random dialect. The seed determines it. */
final class RandomTable {

    private static final List<String> NAMES = List.of(
            "id",
            "name",
            "name",
            "",
            " ",
            "_id",
            "$cost",
            "a.b",
            "a",
            "a.b.c",
            "U.S. Sales",
            "x\ny",
            "2010",
            "2011",
            "true",
            "NA",
            "créé",
            "日本",
            "no:",
            "#",
            "it's",
            "5\" disk",
            "[x]",
            "-");
    private static final List<String> TEXTS = List.of(
            "x",
            "naïve",
            "5\" disk",
            "it's",
            "'q'",
            "a,b",
            "c;d",
            "e|f",
            "line\nbreak",
            "NA",
            "",
            " ",
            "0E9",
            "true",
            "[1",
            "{}",
            "-",
            "\"quoted\"",
            "1.5",
            "漢字");
    private static final List<String> MARKERS = List.of("", "", "", "NA", "\\N", "-");

    private final Random random;
    private final char delimiter;
    private final Charset charset;
    private final int columns;
    private final int records;

    RandomTable(long seed) {
        random = new Random(seed);
        delimiter = pick(List.of(',', ';', '\t', '|'));
        charset = pick(List.of(
                StandardCharsets.UTF_8,
                StandardCharsets.UTF_8,
                Charset.forName("windows-1252"),
                StandardCharsets.UTF_16LE));
        columns = 1 + random.nextInt(8);
        records = 1 + random.nextInt(60);
    }

    byte[] bytes() {
        StringBuilder csv = new StringBuilder(charset.equals(StandardCharsets.UTF_16LE) ? "\uFEFF" : "");
        if (random.nextInt(5) > 0) {
            csv.append(line(
                    IntStream.range(0, columns).mapToObj(column -> pick(NAMES)).toList()));
        }
        List<Supplier<String>> kinds =
                IntStream.range(0, columns).mapToObj(column -> kind()).toList();
        for (int record = 0; record <= records; record++) {
            csv.append(line(cells(kinds)));
        }
        return csv.toString().getBytes(charset);
    }

    private List<String> cells(List<Supplier<String>> kinds) {
        List<String> cells = new ArrayList<>();
        for (Supplier<String> kind : kinds) {
            cells.add(random.nextInt(10) == 0 ? pick(MARKERS) : kind.get());
        }
        if (random.nextInt(200) == 0) {
            cells.add("surplus");
        }
        return cells;
    }

    private Supplier<String> kind() {
        return switch (random.nextInt(17)) {
            case 0 -> () -> Integer.toString(random.nextInt() >> random.nextInt(32));
            case 1 -> () -> Long.toString(random.nextLong() >> random.nextInt(64));
            case 2 -> () -> random.nextInt(1000) + "." + random.nextInt(100);
            case 3 -> () -> random.nextInt(1000) + "," + random.nextInt(1000);
            case 4 -> () -> Double.toString(random.nextGaussian() * 1e9);
            case 5 -> () -> pick(List.of("true", "false"));
            case 6 -> () -> pick(List.of("Y", "n"));
            case 7 -> () -> Instant.ofEpochMilli(random.nextLong() >> 22).toString();
            case 8 -> () -> day().toString();
            case 9 -> () -> day().getDayOfMonth() + "/" + day().getMonthValue() + "/" + day().getYear();
            case 10 -> () -> pick(List.of("007", "+5", "1E2", "-0", "12"));
            case 11 -> () -> pick(List.of("0", "1"));
            case 12 -> () -> new UUID(random.nextLong(), random.nextLong()).toString();
            case 13 -> () -> String.format("%024x", random.nextLong());
            case 14 -> () -> pick(List.of("{\"a\": 1}", "[1, 2.5, null]", "{}"));
            default -> () -> pick(TEXTS);
        };
    }

    private LocalDate day() {
        return LocalDate.ofEpochDay(random.nextInt(20_000));
    }

    private String line(List<String> cells) {
        return cells.stream().map(this::quoted).collect(Collectors.joining(String.valueOf(delimiter), "", "\r\n"));
    }

    private String quoted(String cell) {
        boolean needed = cell.indexOf(delimiter) >= 0 || cell.startsWith("\"") || cell.contains("\n");
        boolean blankLine = columns == 1 && cell.isEmpty();
        return needed || blankLine || random.nextInt(8) == 0 ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
