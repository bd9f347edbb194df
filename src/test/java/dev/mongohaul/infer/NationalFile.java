package dev.mongohaul.infer;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Random file with the habits of a country, and what its cells mean. The seed determines it. */
final class NationalFile {

    /**
     * Cell with its meaning.
     *
     * @param meaning a text, a {@code BigDecimal}, a {@code LocalDateTime} or a {@code Boolean}
     */
    record Cell(String text, Object meaning) {}

    private final long seed;
    private final NationalHabit habit;
    private final Random random;
    private final Map<String, List<Cell>> columns = new LinkedHashMap<>();
    private final char delimiter;
    private final int records;
    private final String day;
    private final String time;
    private final String currency;
    private final String negative;
    private final boolean grouped;

    NationalFile(NationalHabit habit, long seed) {
        this.seed = seed;
        this.habit = habit;
        this.random = new Random(new Random(31 * seed + habit.country().hashCode()).nextLong());
        this.records = pick(List.of(5, 20, 60, 400));
        this.delimiter = pick(habit.delimiters());
        this.day = pick(habit.days());
        this.time = pick(habit.times());
        this.currency = pick(habit.amounts().currencies());
        this.negative = pick(habit.amounts().negatives());
        this.grouped = random.nextInt(4) > 0;
        int highestDay = pick(List.of(12, 28, 28, 28));
        column("number", () -> cell(String.valueOf(1 + random.nextInt(90_000))));
        column("name", () -> text(pick(habit.words())));
        column("sold on", () -> moment(day, highestDay));
        column("changed at", () -> moment(day + time, highestDay));
        column("price", () -> amount(currency, 2, false));
        column("balance", () -> amount("%s", 2, true));
        column("due", () -> amount(currency, 2, true));
        column("units", () -> amount("%s", 0, false));
        column("rate", () -> amount("%s", 3, false));
        column("active", () -> flag(random.nextBoolean()));
        column("zip", () -> text("%05d".formatted(random.nextInt(99_999))));
        columns.computeIfPresent(
                "zip",
                (name, cells) -> Stream.concat(
                                Stream.of(text("01234")), cells.stream().skip(1))
                        .toList());
        columns.computeIfPresent(
                "active",
                (name, cells) -> Stream.concat(
                                Stream.of(flag(true), flag(false)),
                                cells.stream().skip(2))
                        .toList());
    }

    Map<String, List<Cell>> columns() {
        return columns;
    }

    private void column(String name, Supplier<Cell> cell) {
        columns.put(
                name, IntStream.range(0, records).mapToObj(any -> cell.get()).toList());
    }

    private static Cell cell(String number) {
        return new Cell(number, new BigDecimal(number));
    }

    private Cell flag(boolean value) {
        return new Cell(habit.flags().get(value ? 0 : 1), value);
    }

    private static Cell text(String text) {
        return new Cell(text, text);
    }

    private Cell moment(String pattern, int highestDay) {
        LocalDateTime moment = LocalDateTime.of(
                2001 + random.nextInt(25),
                1 + random.nextInt(12),
                1 + random.nextInt(highestDay),
                random.nextInt(24),
                random.nextInt(60),
                pattern.contains("s") ? random.nextInt(60) : 0);
        boolean timed = pattern.contains("m");
        return new Cell(
                DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).format(moment),
                timed ? moment : moment.toLocalDate().atStartOfDay());
    }

    private Cell amount(String around, int decimals, boolean signed) {
        BigDecimal value = BigDecimal.valueOf(random.nextInt(pick(List.of(100, 100_000, 1_000_000_000))), decimals);
        String text = around.formatted(written(value));
        boolean below = signed && value.signum() > 0 && random.nextInt(3) == 0;
        return new Cell(below ? negative.formatted(text) : text, below ? value.negate() : value);
    }

    private String written(BigDecimal value) {
        String[] parts = value.toPlainString().split("\\.", -1);
        StringBuilder whole = new StringBuilder(parts[0]);
        for (int at = parts[0].length() - 3;
                grouped && at > 0;
                at -= habit.amounts().groupSize()) {
            whole.insert(at, habit.amounts().group());
        }
        return whole + (parts.length == 1 ? "" : habit.amounts().point() + parts[1]);
    }

    byte[] bytes() {
        List<String> lines = new ArrayList<>();
        lines.add(String.join(String.valueOf(delimiter), columns.keySet()));
        for (int record = 0; record < records; record++) {
            int index = record;
            lines.add(columns.values().stream()
                    .map(cells -> quoted(cells.get(index).text()))
                    .collect(Collectors.joining(String.valueOf(delimiter))));
        }
        return (String.join("\r\n", lines) + "\r\n").getBytes(habit.charset());
    }

    private String quoted(String cell) {
        return cell.indexOf(delimiter) < 0 && cell.indexOf('"') < 0 ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    @Override
    public String toString() {
        return "%s, seed %d, %d records, delimiter %s, %s%s, %s, %s, %s"
                .formatted(habit, seed, records, delimiter, day, time, currency, negative, grouped);
    }
}
