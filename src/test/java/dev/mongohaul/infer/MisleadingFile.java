package dev.mongohaul.infer;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Random file whose whole form misleads: comments like records, totals, headers like records, tables of fixed width,
 * huge cells and charsets of escape sequences. The seed determines it.
 */
final class MisleadingFile {

    /** What misleads. */
    enum Kind {
        /** Records that begin with a sign of comments. */
        RECORDS_LIKE_COMMENTS,
        /** Lines that are comments, above the table or between records. */
        COMMENTS,
        /** A last record with a word for a total. */
        TOTAL,
        /** No header, and a first record of words. */
        RECORD_LIKE_HEADER,
        /** Columns that are lined up by blanks. */
        FIXED_WIDTH,
        /** A cell that is longer than the beginning that is looked at, or than a record may be. */
        HUGE_CELL,
        /** Characters as escape sequences in ASCII. */
        ESCAPES
    }

    private static final List<Kind> SMALL =
            Stream.of(Kind.values()).filter(kind -> kind != Kind.HUGE_CELL).toList();

    private static final List<String> SIGNS = List.of("#", "//", "--", "%", "!", "*", ";");
    private static final List<String> TOTALS = List.of(
            "Total",
            "TOTAL",
            "Totals:",
            "Grand total",
            "Sum",
            "Summe",
            "Gesamt",
            "Gesamtsumme",
            "Insgesamt",
            "Somme",
            "Totale",
            "Suma",
            "Soma",
            "Totaal",
            "Totalt",
            "Razem",
            "Celkem",
            "Összesen",
            "Yhteensä",
            "Toplam",
            "Ukupno",
            "Итого",
            "Всего",
            "Σύνολο",
            "合計",
            "总计",
            "합계",
            "Endbetrag",
            "Result",
            "Sigma",
            "In all");
    private static final List<String> PEOPLE =
            List.of("Smith", "Miller", "García", "Nowak", "Li", "Öztürk", "de Vries", "O'Hara", "Ann", "Bo");
    private static final List<String> CITIES =
            List.of("London", "Paris", "Köln", "New York", "Ulm", "Łódź", "Rome", "Bonn", "Oslo");
    private static final List<String> MISSING =
            List.of("pending", "unknown", "open", "none yet", "offen", "inconnu", "later", "TBD", "see below");
    private static final List<String> JAPANESE =
            List.of("東京都", "大阪市", "椅子", "ランプ", "山田太郎", "こんにちは", "商品一覧", "ア行", "表, 裏");
    private static final List<String> KOREAN = List.of("서울특별시", "부산광역시", "의자", "홍길동", "상품, 목록");

    private final Random random;
    private final long seed;
    private final Kind kind;
    private final char delimiter;
    private final StringBuilder text = new StringBuilder();
    private final List<String> header;
    private final List<List<String>> rows = new ArrayList<>();
    private Charset charset = StandardCharsets.UTF_8;
    private String detail = "";
    private boolean sum;
    private byte[] encoded = {};

    MisleadingFile(long seed) {
        this.seed = seed;
        this.random = new Random(seed * 0x9E3779B97F4A7C15L);
        // Huge cells take time.
        boolean huge = random.nextInt(40) == 0;
        this.kind = huge ? Kind.HUGE_CELL : pick(SMALL);
        this.delimiter = pick(List.of(',', ';', '\t', '|'));
        this.header = new ArrayList<>(pick(List.of(
                List.of("id", "name", "amount", "city"),
                List.of("nr", "kunde", "betrag"),
                List.of("name", "amount"),
                List.of("customer", "price", "city", "note"))));
        switch (kind) {
            case RECORDS_LIKE_COMMENTS -> recordsLikeComments();
            case COMMENTS -> comments();
            case TOTAL -> total();
            case RECORD_LIKE_HEADER -> recordLikeHeader();
            case FIXED_WIDTH -> fixedWidth();
            case HUGE_CELL -> hugeCell();
            case ESCAPES -> escapes();
        }
    }

    private List<String> record(int n) {
        return header.stream()
                .map(name -> switch (name) {
                    case "id", "nr" -> String.valueOf(100 + n);
                    case "amount", "betrag" -> String.valueOf(1 + random.nextInt(900));
                    case "price" -> 1 + random.nextInt(90) + "." + (10 + random.nextInt(90));
                    case "city" -> pick(CITIES);
                    case "note" -> random.nextInt(3) == 0 ? "" : "n" + n;
                    default -> pick(PEOPLE) + " " + n;
                })
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private void write(List<String> cells) {
        line(cells.stream().map(this::quoted).collect(Collectors.joining(String.valueOf(delimiter))));
    }

    private String quoted(String cell) {
        boolean needed = cell.indexOf(delimiter) >= 0 || cell.indexOf('"') >= 0 || cell.indexOf('\n') >= 0;
        return needed ? '"' + cell.replace("\"", "\"\"") + '"' : cell;
    }

    private void line(String line) {
        text.append(line).append('\n');
    }

    private void add(List<String> record) {
        rows.add(record);
        write(record);
    }

    private int count() {
        return 4 + random.nextInt(40);
    }

    private void recordsLikeComments() {
        header.clear();
        header.addAll(pick(List.of(List.of("tag", "city"), List.of("tag", "amount", "city"), List.of("tag"))));
        String sign = pick(SIGNS);
        detail = sign;
        write(header);
        int count = count();
        int some = 1 + random.nextInt(4);
        for (int n = 0; n < count; n++) {
            List<String> record = record(n);
            if (n > 0 && n % some == 0 && sign.charAt(0) != delimiter) {
                record.set(0, sign + pick(List.of("", " ")) + pick(List.of("top", "new", "5", "sale", "Ann")));
            }
            add(record);
        }
    }

    private void comments() {
        String sign = pick(SIGNS.subList(0, 5));
        detail = sign;
        int above = random.nextInt(4);
        for (int n = 0; n < above; n++) {
            line(sign + " "
                    + pick(List.of(
                            "made by hand on Monday",
                            "made by x" + delimiter + " today in Ulm",
                            "all amounts in EUR" + delimiter + "all names as given" + delimiter + "no one else",
                            "see the list of all customers")));
        }
        write(header);
        boolean between = sign.equals("#") && random.nextBoolean();
        int count = count();
        for (int n = 0; n < count; n++) {
            if (between && n % 5 == 2) {
                line(sign + pick(List.of(" checked", " checked by Ann", " up to here", "ok")));
            }
            add(record(n));
        }
    }

    private void total() {
        int column = IntStream.range(0, header.size())
                .filter(each -> List.of("amount", "betrag", "price").contains(header.get(each)))
                .findFirst()
                .orElseThrow();
        write(header);
        int count = count();
        long cents = 0;
        for (int n = 0; n < count; n++) {
            List<String> record = record(n);
            cents += Math.round(Double.parseDouble(record.get(column)) * 100);
            add(record);
        }
        sum = random.nextBoolean();
        long shown = sum ? cents : cents + 100L * (1 + random.nextInt(50));
        List<String> last = new ArrayList<>(header.stream().map(name -> "").toList());
        last.set(0, pick(TOTALS));
        last.set(
                column,
                header.get(column).equals("price") ? "%d.%02d".formatted(shown / 100, shown % 100) : "" + shown / 100);
        if (random.nextInt(3) == 0) {
            last.subList(column + 1, last.size()).clear();
        }
        detail = (sum ? "sum " : "no sum ") + last.get(0);
        add(last);
    }

    private void recordLikeHeader() {
        List<String> first = record(0);
        for (int column = 0; column < first.size(); column++) {
            if (first.get(column).matches("[0-9.]+")) {
                first.set(column, pick(MISSING));
            } else {
                first.set(
                        column,
                        first.get(column).isEmpty() ? "red" : first.get(column).replaceAll(" [0-9]+", ""));
            }
        }
        detail = String.join("|", first);
        add(first);
        int count = count();
        for (int n = 1; n < count; n++) {
            add(record(n));
        }
    }

    private void fixedWidth() {
        List<Integer> widths =
                header.stream().map(name -> 8 + random.nextInt(10)).toList();
        boolean gaps = random.nextBoolean();
        boolean right = random.nextBoolean();
        boolean stripped = random.nextBoolean();
        detail = (gaps ? "gaps" : "no gaps") + (right ? ", numbers to the right" : "") + (stripped ? ", stripped" : "");
        int count = count();
        for (int n = -1; n < count; n++) {
            List<String> cells = n < 0 ? header : record(n);
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < cells.size(); column++) {
                int width = widths.get(column);
                String cell = cells.get(column);
                String cut = cell.substring(0, Math.min(cell.length(), width - (gaps ? 2 : 0)));
                boolean number = right && cell.matches("[0-9.]+");
                line.append(number ? " ".repeat(width - cut.length()) + cut : cut + " ".repeat(width - cut.length()));
            }
            line(stripped ? line.toString().stripTrailing() : line.toString());
        }
    }

    private void hugeCell() {
        int size = random.nextInt(20) == 0 ? 17 << 20 : pick(List.of(100_000, 300_000, 600_000));
        boolean breaks = random.nextBoolean();
        header.clear();
        header.addAll(pick(List.of(List.of("id", "remark"), List.of("remark"), List.of("id", "remark", "city"))));
        int column = header.indexOf("remark");
        boolean others = random.nextBoolean();
        write(header);
        int count = 2 + random.nextInt(8);
        int huge = random.nextInt(count);
        detail = size + (breaks ? " with line breaks" : "") + (others ? ", others in quotes" : "");
        for (int n = 0; n < count; n++) {
            List<String> record = record(n);
            record.set(column, "text" + (others ? " \"" + n + "\", x" : n));
            if (n == huge) {
                String part =
                        breaks ? "some words, some; more\nand" + delimiter + " so on\n" : "some words, some; more ";
                record.set(column, part.repeat(size / part.length()) + delimiter);
            }
            add(record);
        }
    }

    private void escapes() {
        String name = pick(List.of("ISO-2022-JP", "ISO-2022-KR"));
        detail = name;
        List<String> words = name.endsWith("JP") ? JAPANESE : KOREAN;
        header.clear();
        header.addAll(List.of("id", "name", "city"));
        write(header);
        int count = count();
        for (int n = 0; n < count; n++) {
            add(new ArrayList<>(List.of("" + n, pick(words), random.nextBoolean() ? pick(words) : "Ulm " + n)));
        }
        charset = Charset.forName(name);
        encoded = bytesOfText();
    }

    private byte[] bytesOfText() {
        return text.toString().getBytes(charset);
    }

    byte[] bytes() {
        return encoded.length > 0 ? encoded : bytesOfText();
    }

    Kind kind() {
        return kind;
    }

    /** Returns the records as they were written, with a total, and without a header and comments. */
    List<List<String>> rows() {
        return rows;
    }

    /** Returns whether the last record is the sum of those above. */
    boolean endsWithSum() {
        return sum;
    }

    @Override
    public String toString() {
        return "seed %d: %s (%s), %s, %s"
                .formatted(seed, kind, detail, delimiter == '\t' ? "tab" : String.valueOf(delimiter), header);
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
