package dev.mongohaul.infer;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Random CSV file with columns that look like another type than they are, and what their cells mean. The seed determines
 * it.
 *
 * <p>The delimiter is a bar, so that no number needs quotes.
 */
final class MisleadingColumns {

    /** Kind of a misleading column. */
    enum Kind {
        ACCOUNT,
        SEPARATOR,
        DATE,
        ADDRESS,
        PADDED_LATER,
        SHORT_WORD,
        FILLER
    }

    /**
     * Cell of a column.
     *
     * @param meaning a text, a {@code BigDecimal}, a {@code LocalDateTime} or a {@code Boolean}
     */
    record Cell(String text, Object meaning) {

        static Cell text(String text) {
            return new Cell(text, text);
        }
    }

    /** Column with its cells; a later cell stands beyond the sample. */
    record Column(Kind kind, String name, List<Cell> cells, List<Cell> later) {}

    /** Separators of a country: of thousands, and before the fraction. */
    private record Style(String group, String point, int groupSize) {}

    private static final List<Style> STYLES = List.of(
            new Style(",", ".", 3),
            new Style(".", ",", 3),
            new Style(" ", ",", 3),
            new Style("\u00A0", ",", 3),
            new Style("\u202F", ",", 3),
            new Style("'", ".", 3),
            new Style("\u2019", ".", 3),
            new Style(",", ".", 2),
            new Style("", ".", 3),
            new Style("", ",", 3));
    private static final List<String> SIGNS = List.of(
            "", "", "", "€", "$", "£", "¥", "₹", "US$", "CHF", "EUR", "kr", "zł", "%", "‰", "R$", "Fr.", "₿", "kg");
    private static final List<String> NEUTRAL = List.of("a", "f1", "value", "x_2", "Feld", "wert_b", "data 3", "col");

    /** Pairs that are codes: directions, countries, teams, and so on. */
    private static final List<List<String>> CODES = List.of(
            List.of("N", "S"),
            List.of("O", "N"),
            List.of("SI", "NO"),
            List.of("F", "T"),
            List.of("J", "N"),
            List.of("T", "N"),
            List.of("n", "s"),
            List.of("si", "no"),
            List.of("Si", "No"),
            List.of("t", "f"),
            List.of("S", "N"),
            List.of("o", "n"));

    private static final List<List<String>> BOOLEANS = List.of(
            List.of("true", "false"),
            List.of("J", "N"),
            List.of("S", "N"),
            List.of("O", "N"),
            List.of("SI", "NO"),
            List.of("Sí", "No"),
            List.of("T", "F"),
            List.of("Y", "N"),
            List.of("ja", "nein"),
            List.of("oui", "non"),
            List.of("sim", "não"),
            List.of("tak", "nie"),
            List.of("да", "нет"));
    private static final List<String> FLAG_NAMES = List.of(
            "aktiv", "isPaid", "has_car", "actif", "bezahlt", "valid?", "pagado", "J/N", "attivo (S/N)", "flag");
    private static final List<String> WORDS = List.of(
            "Kunde", "Betrag", "Ort", "nom", "ville", "prix", "nombre", "fecha", "precio", "name", "city", "price");

    private final long seed;
    private final Random random;
    private final List<Column> columns = new ArrayList<>();
    private final int records;
    private final int laterRecords;

    MisleadingColumns(long seed) {
        this.seed = seed;
        this.random = new Random(seed);
        this.records = pick(List.of(1, 2, 3, 5, 12, 40, 300));
        this.laterRecords = random.nextInt(4);
        boolean dayFirst = random.nextBoolean();
        int count = 1 + random.nextInt(6);
        for (int index = 0; index < count; index++) {
            columns.add(column(index, pick(List.of(Kind.values())), dayFirst));
        }
    }

    List<Column> columns() {
        return columns;
    }

    String csv() {
        return header() + records(Column::cells, records);
    }

    /** Returns a file of a later night, or the part beyond the sample. */
    String laterRecords() {
        return records(Column::later, laterRecords);
    }

    String header() {
        return "key|" + columns.stream().map(Column::name).collect(Collectors.joining("|")) + "\n";
    }

    private String records(Function<Column, List<Cell>> part, int count) {
        return IntStream.range(0, count)
                .mapToObj(record -> "key of " + record + "|"
                        + columns.stream()
                                .map(column -> part.apply(column).get(record).text())
                                .collect(Collectors.joining("|"))
                        + "\n")
                .collect(Collectors.joining());
    }

    @Override
    public String toString() {
        return "seed " + seed + " with "
                + columns.stream().map(column -> column.kind().name()).collect(Collectors.joining(", "));
    }

    private Column column(int index, Kind kind, boolean dayFirst) {
        String name = pick(NEUTRAL) + index;
        return switch (kind) {
            case ACCOUNT -> column(kind, name, account());
            case SEPARATOR -> column(kind, name, separator());
            case DATE -> column(kind, name, date(random.nextInt(8) == 0 ? !dayFirst : dayFirst));
            case ADDRESS -> column(kind, name, address());
            case PADDED_LATER -> paddedLater(name);
            case SHORT_WORD -> shortWord(index, name);
            case FILLER ->
                column(kind, pick(WORDS) + index, () -> Cell.text("text " + (char) ('a' + random.nextInt(26)) + "-"));
        };
    }

    private Column column(Kind kind, String name, Supplier<Cell> cell) {
        return new Column(kind, name, cells(cell, records), cells(cell, laterRecords));
    }

    private static List<Cell> cells(Supplier<Cell> cell, int count) {
        return IntStream.range(0, count).mapToObj(any -> cell.get()).toList();
    }

    /** Amounts with a currency sign in one place, and negative ones in one way. */
    private Supplier<Cell> account() {
        Style style = pick(STYLES);
        String sign = pick(SIGNS);
        int place = random.nextInt(4);
        int decimals = pick(List.of(0, 1, 2, 2, 2, 3));
        int negative = random.nextInt(6);
        int digits = 1 + random.nextInt(7);
        boolean always = random.nextInt(6) == 0;
        return () -> {
            BigDecimal value = amount(digits, decimals);
            boolean below = always || random.nextInt(3) == 0;
            String text = grouped(value, style);
            String blank = place == 1 || sign.length() > 1 ? " " : "";
            String inner =
                    sign.isEmpty() ? text : place < 2 ? sign + blank + text : place == 2 ? text + blank + sign : text;
            String outer = !below
                    ? inner
                    : switch (negative) {
                        case 0, 1, 2 -> "(" + inner + ")";
                        case 3 -> inner + "-";
                        case 4 -> "-" + inner;
                        default -> "(" + text + ")";
                    };
            String cell = place == 3 && !sign.isEmpty() ? sign + blank + outer : outer;
            return new Cell(cell, below ? value.negate() : value);
        };
    }

    private BigDecimal amount(int digits, int decimals) {
        return new BigDecimal(random.nextDouble() * Math.pow(10, 1 + random.nextInt(digits)))
                .setScale(decimals, RoundingMode.DOWN);
    }

    private static String grouped(BigDecimal value, Style style) {
        String[] parts = value.abs().toPlainString().split("\\.", -1);
        StringBuilder whole = new StringBuilder(parts[0]);
        for (int at = parts[0].length() - 3; at > 0 && !style.group.isEmpty(); at -= style.groupSize) {
            whole.insert(at, style.group);
        }
        return whole + (parts.length == 1 ? "" : style.point + parts[1]);
    }

    /** Numbers that mostly have one separator with three digits after it. */
    private Supplier<Cell> separator() {
        Style style = pick(STYLES.subList(0, 2));
        boolean thousands = random.nextBoolean();
        int oddOneIn = pick(List.of(2, 30, 1_000_000, 1_000_000));
        String sign = pick(List.of("", "", "", " €", "%"));
        return () -> {
            boolean odd = random.nextInt(oddOneIn) == 0;
            BigDecimal value = thousands
                    ? new BigDecimal(odd ? random.nextInt(50_000_000) : 1000 + random.nextInt(999_000))
                    : new BigDecimal((1 + random.nextInt(99)) + "." + (100 + random.nextInt(900)))
                            .setScale(odd ? 1 + random.nextInt(5) : 3, RoundingMode.DOWN);
            return new Cell(grouped(value, style) + sign, value);
        };
    }

    private Supplier<Cell> date(boolean dayFirst) {
        String separator = pick(List.of("/", "/", "-", "."));
        String day = pick(List.of("dd", "d"));
        String month = day.length() == 1 ? "M" : "MM";
        String year = pick(List.of("yyyy", "yyyy", "yyyy", "yy"));
        String time = pick(List.of("", "", " HH:mm", " HH:mm:ss", " H:mm"));
        String pattern = (dayFirst ? day + separator + month : month + separator + day) + separator + year + time;
        int highest = pick(List.of(12, 12, 12, 28, 28));
        int oddOneIn = pick(List.of(1, 40));
        DateTimeFormatter formatter = DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH);
        return () -> {
            int last = random.nextInt(oddOneIn) == 0 ? highest : 12;
            LocalDateTime moment = LocalDateTime.of(
                    2000 + random.nextInt(30),
                    1 + random.nextInt(12),
                    1 + random.nextInt(last),
                    random.nextInt(24),
                    30);
            return new Cell(
                    formatter.format(moment),
                    time.isEmpty() ? moment.toLocalDate().atStartOfDay() : moment);
        };
    }

    private Supplier<Cell> address() {
        String blank = pick(List.of(" ", " ", "\u00A0", "."));
        int shortest = 1 + random.nextInt(3);
        int most = 2 + random.nextInt(4);
        int fewest = random.nextBoolean() ? most : Math.max(1, most - 1);
        int least = pick(List.of(0, 100));
        return switch (random.nextInt(4)) {
            case 0 -> () -> Cell.text(groups(4, 4, 1, ".", least));
            case 1 -> () -> Cell.text(groups(fewest, most, shortest, blank, 0));
            case 2 -> () -> Cell.text("1." + (100 + random.nextInt(3)) + "." + (100 + random.nextInt(900)));
            default -> () -> Cell.text(groups(3, 3, 3, pick(List.of(" ", "'")), 100));
        };
    }

    private String groups(int fewest, int most, int shortest, String separator, int least) {
        int count = fewest + random.nextInt(most - fewest + 1);
        StringBuilder text = new StringBuilder(String.valueOf(
                (int) Math.pow(10, shortest - 1) + random.nextInt((int) (9 * Math.pow(10, shortest - 1)))));
        for (int group = 1; group < count; group++) {
            text.append(separator)
                    .append(
                            least > 0
                                    ? String.valueOf(100 + random.nextInt(156))
                                    : "%03d".formatted(random.nextInt(1000)));
        }
        return text.toString();
    }

    /** Numbers in the sample, and identifiers beyond it. */
    private Column paddedLater(String name) {
        int kind = random.nextInt(3);
        Supplier<Cell> early = () -> {
            String text = kind == 2
                    ? (1 + random.nextInt(500)) + "." + random.nextInt(10) + "5"
                    : String.valueOf(1 + random.nextInt(kind == 0 ? 99_999 : Integer.MAX_VALUE - 1));
            return new Cell(text, new BigDecimal(text));
        };
        Supplier<Cell> late = () -> random.nextInt(3) == 0
                ? early.get()
                : Cell.text(pick(List.of("0%d", "00%d", "+%d", "+49%d", "-0%d", "+0%d"))
                        .formatted(1 + random.nextInt(9999)));
        return new Column(Kind.PADDED_LATER, name, cells(early, records), cells(late, laterRecords));
    }

    private Column shortWord(int index, String name) {
        if (random.nextBoolean()) {
            List<String> codes = pick(CODES);
            return column(Kind.SHORT_WORD, name, () -> Cell.text(pick(codes)));
        }
        List<String> words = pick(BOOLEANS);
        String named = random.nextBoolean() ? pick(FLAG_NAMES) + " " + index : name;
        return column(Kind.SHORT_WORD, named, () -> {
            String word = pick(words);
            return new Cell(word, word.equals(words.get(0)));
        });
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
