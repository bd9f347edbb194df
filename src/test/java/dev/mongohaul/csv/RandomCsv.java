package dev.mongohaul.csv;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random input, the same for the same seed. */
final class RandomCsv {

    private static final String[] LINE_ENDS = {"\n", "\r\n", "\r"};
    private static final String[] TEXTS = {
        "a", "B7", " ", "-", "0.5", "ä", "€", "日本", "𝄞", "long text without anything in it", "'", "#"
    };
    private static final String[] ANY_TEXTS = {"a", " ", "Ω", ",", "\"", "\\", "\n", "\r\n", "\r", "\t", "N"};
    private static final String[] QUOTED_TEXTS = {",", "\"\"", "\n", "\r\n", "\r", ",,"};
    private static final String SOUP = "\"\"\",,,\r\n\n\rab-  \tä\\\\";

    private final Random random;

    RandomCsv(long seed) {
        random = new Random(seed);
    }

    /** Returns a header and well-formed records of two to six columns, with any character of UTF-8. */
    String wellFormed() {
        return wellFormed(TEXTS);
    }

    /** Returns a header and well-formed records that consist of the given texts. */
    String wellFormed(String... texts) {
        int columns = 2 + random.nextInt(5);
        List<String> header = new ArrayList<>();
        for (int column = 0; column < columns; column++) {
            header.add("c" + column);
        }
        StringBuilder csv = new StringBuilder(String.join(",", header));
        int records = 1 + random.nextInt(60);
        for (int record = 0; record < records; record++) {
            csv.append(lineEnd());
            for (int column = 0; column < columns; column++) {
                csv.append(column == 0 ? "" : ",").append(cell(texts));
            }
        }
        return random.nextBoolean() ? csv.append(lineEnd()).toString() : csv.toString();
    }

    /** Returns cells of any text, with every character that has a meaning in a dialect. */
    List<List<String>> cells() {
        List<List<String>> records = new ArrayList<>();
        for (int record = 1 + random.nextInt(20); record > 0; record--) {
            records.add(List.of(anyText(), anyText()));
        }
        return records;
    }

    private String anyText() {
        StringBuilder text = new StringBuilder();
        for (int part = random.nextInt(6); part > 0; part--) {
            text.append(ANY_TEXTS[random.nextInt(ANY_TEXTS.length)]);
        }
        return text.toString();
    }

    /** Returns quoted cells with escapes instead of doubled quotes, and some unnecessary escapes. */
    String escaped(List<List<String>> records) {
        StringBuilder csv = new StringBuilder("a,b\n");
        for (List<String> cells : records) {
            csv.append(escaped(cells.get(0)))
                    .append(',')
                    .append(escaped(cells.get(1)))
                    .append(lineEnd());
        }
        return csv.toString();
    }

    private String escaped(String text) {
        boolean quoted = random.nextBoolean();
        String needed = quoted ? "[\"\\\\]" : "[\"\\\\,\n]";
        String escaped = text.replaceAll(needed, "\\\\$0").replace("\t", random.nextBoolean() ? "\\t" : "\t");
        // An escaped CR and the line feed that ends the record would be one line end.
        escaped = quoted ? escaped : escaped.replace("\r", "\\r");
        return quoted ? '"' + escaped + '"' : escaped;
    }

    /** Returns a header of two columns and random text with many quotes and line ends. */
    String soup() {
        StringBuilder csv = new StringBuilder("a,b\n");
        int length = random.nextInt(200);
        for (int index = 0; index < length; index++) {
            csv.append(SOUP.charAt(random.nextInt(SOUP.length())));
        }
        return csv.toString();
    }

    int blockBytes() {
        return 1 + random.nextInt(64);
    }

    private String lineEnd() {
        return LINE_ENDS[random.nextInt(LINE_ENDS.length)];
    }

    private String cell(String[] texts) {
        boolean quoted = random.nextInt(3) == 0;
        StringBuilder cell = new StringBuilder();
        for (int part = random.nextInt(4); part > 0; part--) {
            boolean special = quoted && random.nextBoolean();
            String[] from = special ? QUOTED_TEXTS : texts;
            cell.append(from[random.nextInt(from.length)]);
        }
        return quoted ? "\"" + cell + "\"" : cell.toString();
    }
}
