package dev.mongohaul.infer;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Random CSV file in a random dialect and charset, with one or two defects, and its expected content. The seed
 * determines it.
 */
final class DamagedTable {

    /** Defect or unusual property of the file. */
    enum Defect {
        NONE,
        BAD_QUOTE,
        BAD_BYTE,
        TOO_MANY_CELLS,
        TOO_FEW_CELLS,
        COMMENT_FIRST,
        COMMENT_BETWEEN,
        TITLE,
        TOTAL,
        SEP_LINE,
        CUT,
        MARKERS,
        REPEATED_ID,
        BACKSLASHES
    }

    /** Choice of the cells that are quoted. */
    enum Quoting {
        AS_NEEDED,
        TEXTS,
        ALL,
        APOSTROPHES,
        NONE
    }

    /**
     * Record as it was written.
     *
     * @param line where it begins
     * @param cells before they were quoted
     * @param damaged whether the file does not show them
     */
    record Row(int line, List<String> cells, boolean damaged) {}

    /** Defects of files with several columns. With one column they are ordinary records. */
    private static final Set<Defect> OF_SEVERAL_COLUMNS = Set.of(Defect.TITLE, Defect.TOO_MANY_CELLS);

    private static final char BAD = '\u0007';
    private static final HexFormat HEX = HexFormat.of();

    private static final List<Character> DELIMITERS =
            List.of(',', ',', ',', ';', ';', '\t', '\t', '|', '^', '\u0001', '\u001F');
    private static final List<String> CHARSETS = List.of(
            "UTF-8",
            "UTF-8",
            "UTF-8",
            "UTF-8 marked",
            "windows-1252",
            "windows-1252",
            "windows-1251",
            "windows-1253",
            "Shift_JIS",
            "GB18030",
            "UTF-16LE marked",
            "UTF-16BE marked",
            "UTF-16LE",
            "UTF-32LE marked",
            "UTF-32BE marked");
    private static final List<String> NAMES = List.of(
            "name",
            "city",
            "price",
            "state",
            "note",
            "day",
            "amount",
            "Größe",
            "first name",
            "e-mail",
            "kind",
            "remark");
    private static final List<String> WESTERN = List.of(
            "Köln",
            "Müller",
            "café",
            "naïve",
            "Ångström",
            "señor",
            "5 €",
            "déjà vu",
            "plain",
            "Ann",
            "Ben",
            "Ulm",
            "x1");
    private static final List<String> WORLD =
            List.of("日本", "Łódź", "Ελλάδα", "Москва", "Ann", "Köln", "Übung", "plain");
    private static final List<String> CYRILLIC =
            List.of("Москва", "Новосибирск", "Казань", "стол дубовый", "кресло", "лампа", "Иван Петров", "x1");
    private static final List<String> GREEK =
            List.of("Άμφισσα", "Θεσσαλονίκη", "Ελλάδα", "τραπέζι", "καρέκλα", "λάμπα", "Γιώργος Παπάς", "x1");
    private static final List<String> JAPANESE = List.of("東京都", "大阪市", "椅子", "ランプ", "山田太郎", "こんにちは", "商品一覧", "x1");
    private static final List<String> CHINESE = List.of("北京市", "上海市", "桌子", "椅子", "台灯", "产品目录", "价格表", "x1");
    private static final List<String> PLAIN = List.of("Ann", "Ben", "Cecil", "plain", "Ulm", "Rome", "x1", "up");

    private final Random random;
    private final long seed;
    private final char delimiter;
    private final Quoting quoting;
    private final String charsetName;
    private final Charset charset;
    private final String lineEnd;
    private final boolean headed;
    private final Set<Defect> defects;
    private final int columns;
    private final List<String> words;
    private final List<IntFunction<String>> kinds = new ArrayList<>();
    private final List<String> header = new ArrayList<>();
    private final List<Row> rows = new ArrayList<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int line = 1;

    DamagedTable(long seed) {
        this.seed = seed;
        this.random = new Random(seed * 0x9E3779B97F4A7C15L);
        this.delimiter = pick(DELIMITERS);
        this.columns = random.nextInt(12) == 0 ? 1 : 2 + random.nextInt(7);
        this.defects = drawDefects();
        this.quoting = has(Defect.BAD_QUOTE) || has(Defect.BACKSLASHES)
                ? pick(List.of(Quoting.AS_NEEDED, Quoting.TEXTS, Quoting.ALL))
                : pick(List.of(Quoting.values()));
        this.charsetName = pick(CHARSETS);
        this.charset = Charset.forName(charsetName.replace(" marked", ""));
        this.lineEnd = pick(List.of("\n", "\n", "\r\n", "\r\n", "\r"));
        this.headed = columns == 1 || random.nextInt(6) > 0;
        this.words = charsetName.equals("UTF-16LE") || random.nextInt(4) == 0 ? PLAIN : words();
        int firstId = pick(List.of(1, 1000));
        int idStep = pick(List.of(1, 3));
        for (int column = 0; column < columns; column++) {
            kinds.add(column == 0 && columns > 1 ? n -> String.valueOf(firstId + n * idStep) : kind());
        }
        write();
    }

    private List<String> words() {
        return switch (charsetName) {
            case "windows-1252" -> WESTERN;
            case "windows-1251" -> CYRILLIC;
            case "windows-1253" -> GREEK;
            case "Shift_JIS" -> JAPANESE;
            case "GB18030" -> CHINESE;
            default -> random.nextBoolean() ? WESTERN : WORLD;
        };
    }

    /** Returns whether the charset can be detected: a single Western name among plain words would mislead. */
    private boolean isUsable(String name) {
        boolean western = charset.name().startsWith("UTF") || charset.name().equals("windows-1252");
        return western || StandardCharsets.US_ASCII.newEncoder().canEncode(name);
    }

    private Set<Defect> drawDefects() {
        Set<Defect> drawn = EnumSet.of(pick(List.of(Defect.values())));
        if (random.nextInt(4) == 0) {
            drawn.add(pick(List.of(Defect.values())));
        }
        if (columns == 1) {
            drawn.removeAll(OF_SEVERAL_COLUMNS);
        }
        if (drawn.size() > 1 || drawn.isEmpty()) {
            drawn.remove(Defect.NONE);
        }
        return drawn.isEmpty() ? EnumSet.of(Defect.NONE) : drawn;
    }

    private boolean has(Defect defect) {
        return defects.contains(defect);
    }

    private void write() {
        if (charsetName.endsWith("marked")) {
            put("\uFEFF");
        }
        if (has(Defect.SEP_LINE)) {
            line("sep=" + delimiter);
        }
        if (has(Defect.TITLE)) {
            line(pick(List.of("Report of sales", "Umsatz 2026", "Stand 20.11.2026")));
            if (random.nextBoolean()) {
                line("");
            }
        }
        if (has(Defect.COMMENT_FIRST)) {
            line("# "
                    + pick(List.of(
                            "made by hand", "made on 2026-11-20, by Ann", "made; checked; sent", "made by: x|y")));
        }
        if (headed) {
            List<String> names =
                    new ArrayList<>(NAMES.stream().filter(this::isUsable).toList());
            Collections.shuffle(names, random);
            header.addAll(names.subList(0, columns));
            header.set(0, columns > 1 ? "id" : header.get(0));
            line(written(header));
        }
        int count = 7 + random.nextInt(random.nextBoolean() ? 20 : 200);
        int odd = 3 + random.nextInt(count - 6);
        for (int n = 0; n < count; n++) {
            row(n, n == odd, n == count - 1);
        }
        if (has(Defect.TOTAL) && !has(Defect.CUT)) {
            total();
        }
    }

    private void row(int n, boolean odd, boolean last) {
        List<String> cells = new ArrayList<>();
        for (int column = 0; column < columns; column++) {
            cells.add(kinds.get(column).apply(n));
        }
        if (has(Defect.MARKERS) && columns > 1 && random.nextInt(6) == 0) {
            cells.set(
                    1 + random.nextInt(columns - 1),
                    pick(List.of("NA", "NA", has(Defect.BACKSLASHES) ? "" : "\\N", "-")));
        }
        if (has(Defect.REPEATED_ID) && odd && columns > 1) {
            cells.set(0, rows.get(0).cells().get(0));
        }
        int at = line;
        if (odd && has(Defect.COMMENT_BETWEEN)) {
            line("# " + pick(List.of("checked", "checked, by Ann", "up to here")));
            at = line;
        }
        boolean damaged = odd && damage(cells);
        if (last && has(Defect.CUT) && charset.name().startsWith("UTF")) {
            cells.set(columns - 1, cells.get(columns - 1) + "é");
            String text = written(cells);
            bytes.write(
                    text.getBytes(charset),
                    0,
                    text.substring(0, text.lastIndexOf('é')).getBytes(charset).length + 1);
            damaged = true;
        } else if (!damaged) {
            line(written(cells));
        }
        rows.add(new Row(at, List.copyOf(cells), damaged));
    }

    /** Writes the record with the defect of the file, if the defect concerns records. */
    private boolean damage(List<String> cells) {
        int column = columns == 1 ? 0 : 1 + random.nextInt(columns - 1);
        if (has(Defect.BAD_QUOTE)) {
            line(withBadQuote(cells, column));
        } else if (has(Defect.BAD_BYTE)) {
            cells.set(column, cells.get(column) + BAD);
            line(written(cells));
        } else if (has(Defect.TOO_MANY_CELLS)) {
            List<String> more = new ArrayList<>(cells);
            more.add(column, "surplus");
            line(written(more));
        } else if (has(Defect.TOO_FEW_CELLS) && columns > 2) {
            line(written(cells.subList(0, columns - 1)));
        } else {
            return false;
        }
        return true;
    }

    private String withBadQuote(List<String> cells, int column) {
        String text = cells.get(column).replace("\"", "").replace("\n", " ");
        List<String> written = new ArrayList<>(cells.stream().map(this::quoted).toList());
        written.set(
                column,
                pick(List.of(
                        "\"" + text + "\" x",
                        "\"a \"" + text + "\" b\"",
                        "\"" + text,
                        text + " \"x\" y",
                        "\"\"" + text + "\"")));
        return String.join(String.valueOf(delimiter), written);
    }

    private void total() {
        List<String> cells = new ArrayList<>();
        for (int column = 0; column < columns; column++) {
            cells.add(column == 0 ? pick(List.of("Total", "Summe", "TOTAL:")) : random.nextBoolean() ? "" : "12345");
        }
        if (columns > 2 && random.nextInt(3) == 0) {
            cells.subList(2, columns).clear();
        }
        rows.add(new Row(line, cells, true));
        line(written(cells));
    }

    private IntFunction<String> kind() {
        return switch (random.nextInt(9)) {
            case 0 -> n -> String.valueOf(random.nextInt(5000) - 100);
            case 1 ->
                n -> random.nextInt(1000) + (delimiter == ';' && columns > 1 ? "," : ".") + (10 + random.nextInt(90));
            case 2 ->
                n -> "20%02d-%02d-%02d".formatted(random.nextInt(26), 1 + random.nextInt(12), 1 + random.nextInt(28));
            case 3 -> n -> pick(List.of("true", "false"));
            case 4 -> n -> random.nextInt(4) == 0 && columns > 1 ? "" : pick(words);
            case 5 -> n -> special(n);
            case 6 -> n -> String.format("%05d", random.nextInt(99_999));
            default -> n -> pick(words) + (random.nextBoolean() ? " " + pick(words) : "");
        };
    }

    /** Returns texts with characters that have a meaning in CSV, if they can be quoted. */
    private String special(int n) {
        if (quoting == Quoting.NONE) {
            return pick(List.of(pick(words), pick(words) + ": x", "it's", "7\" disk"));
        }
        return switch (random.nextInt(6)) {
            case 0 -> pick(words) + delimiter + " " + pick(words);
            case 1 -> pick(words) + delimiter + pick(words) + delimiter;
            case 2 -> quoting == Quoting.APOSTROPHES ? "it's " + pick(words) : "say \"" + pick(words) + "\"";
            case 3 -> quoting == Quoting.APOSTROPHES ? pick(words) : pick(words) + "\n" + pick(words);
            case 4 -> pick(words) + ", " + pick(words) + "; " + pick(words);
            default -> pick(words) + " " + n;
        };
    }

    private String written(List<String> cells) {
        return cells.stream().map(this::quoted).collect(Collectors.joining(String.valueOf(delimiter)));
    }

    private String quoted(String cell) {
        char quote = quoting == Quoting.APOSTROPHES ? '\'' : '"';
        boolean needed = cell.indexOf(delimiter) >= 0
                || cell.indexOf(quote) >= 0
                || cell.contains("\n")
                || (columns == 1 && (cell.isEmpty() || cell.startsWith("#")));
        boolean text = !cell.matches("[-0-9.,]*");
        boolean quotes = quoting == Quoting.ALL
                || needed
                || ((quoting == Quoting.TEXTS || quoting == Quoting.APOSTROPHES) && text);
        if (quoting == Quoting.NONE || !quotes) {
            return has(Defect.BACKSLASHES) ? cell.replace("\\", "\\\\") : cell;
        }
        String inner = has(Defect.BACKSLASHES)
                ? cell.replace("\\", "\\\\").replace("\"", "\\\"")
                : cell.replace(String.valueOf(quote), "" + quote + quote);
        return quote + inner + quote;
    }

    private void line(String text) {
        put(text + lineEnd);
        line += 1 + (int) text.chars().filter(character -> character == '\n').count();
    }

    private void put(String text) {
        byte[] encoded = text.getBytes(charset);
        if (text.indexOf(BAD) < 0) {
            bytes.writeBytes(encoded);
            return;
        }
        int at = text.substring(0, text.indexOf(BAD)).getBytes(charset).length;
        byte[] bad = bad();
        bytes.write(encoded, 0, at);
        bytes.writeBytes(bad);
        bytes.write(encoded, at + bad.length, encoded.length - at - bad.length);
    }

    /** Returns invalid bytes of the charset, as long as one ASCII character. */
    private byte[] bad() {
        return HEX.parseHex(
                switch (charset.name()) {
                    case "UTF-8" -> pick(List.of("e9", "ff", "c3"));
                    case "windows-1252" -> "81";
                    case "windows-1251" -> "98";
                    case "windows-1253", "Shift_JIS", "GB18030" -> "ff";
                    case "UTF-16LE" -> "00d8";
                    case "UTF-16BE" -> "d800";
                    case "UTF-32LE" -> "00001100";
                    default -> "00110000";
                });
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }

    /** Returns the header, which is empty if the file has none. */
    List<String> header() {
        return header;
    }

    List<Row> rows() {
        return rows;
    }

    Set<Defect> defects() {
        return defects;
    }

    String charset() {
        return charsetName;
    }

    String dialect() {
        String shown = delimiter < ' ' ? "0x%02X".formatted((int) delimiter) : String.valueOf(delimiter);
        return shown + " " + quoting.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    @Override
    public String toString() {
        return "seed %d: %s, %s, %s, %d columns%s"
                .formatted(seed, defects, dialect(), charsetName, columns, headed ? "" : ", no header");
    }

    private <T> T pick(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
