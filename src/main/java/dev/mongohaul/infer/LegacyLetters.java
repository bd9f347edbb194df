package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.text.Printable;
import java.nio.charset.Charset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** First cells of columns with letters above ASCII, which another charset reads as others. For one thread. */
final class LegacyLetters {

    private static final int MOST_SHOWN = 4;

    private static final List<Charset> EUROPEAN = Stream.of("windows-1252", "windows-1250", "windows-1254")
            .map(Charset::forName)
            .toList();

    private static final Pattern WORD = Pattern.compile("\\p{L}+");

    /** Characters that no word has: those of no letter, and an upper one after a lower one. */
    private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{ASCII}]|\\p{Ll}\\p{Lu}");

    private final Map<Integer, String> cells = new TreeMap<>();

    void add(CsvRecord record, int width) {
        int columns = Math.min(width, record.cellCount());
        for (int column = 0; column < columns && cells.size() < width; column++) {
            if (!cells.containsKey(column) && isAboveAscii(record, column)) {
                cells.put(column, record.text(column));
            }
        }
    }

    private static boolean isAboveAscii(CsvRecord record, int column) {
        byte[] bytes = record.array(column);
        int to = record.start(column) + record.length(column);
        for (int at = record.start(column); at < to; at++) {
            if (bytes[at] < 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns sentences on the columns whose letters depend on the charset, and on what they would be in other ones. */
    String note(List<String> names, Charset charset) {
        String columns = cells.entrySet().stream()
                .limit(MOST_SHOWN)
                .map(cell -> "%s (%s)"
                        .formatted(Printable.excerpt(names.get(cell.getKey())), Printable.quoted(cell.getValue())))
                .collect(Collectors.joining(", "));
        String more = cells.size() > MOST_SHOWN ? " and %d more columns".formatted(cells.size() - MOST_SHOWN) : "";
        Map<String, String> others = new LinkedHashMap<>();
        EUROPEAN.stream()
                .filter(other -> EUROPEAN.contains(charset) && !other.equals(charset))
                .forEach(other ->
                        otherwise(names, charset, other).ifPresent(words -> others.putIfAbsent(words, other.name())));
        return (cells.isEmpty() ? "" : " The letters of %s%s depend on it.".formatted(columns, more))
                + (others.isEmpty()
                        ? " The option --charset changes it."
                        : others.entrySet().stream()
                                .map(other -> "%s with --charset %s".formatted(other.getKey(), other.getValue()))
                                .collect(Collectors.joining("; ", " ", ".")));
    }

    /** Returns how the first word differs in another charset, if it can be a word there. */
    private Optional<String> otherwise(List<String> names, Charset charset, Charset other) {
        return Stream.concat(names.stream(), cells.values().stream())
                .filter(text -> !Printable.of(text).isEmpty())
                .flatMap(text -> Stream.of(text.split("[^\\P{ASCII}\\w]+", -1)))
                .filter(word -> {
                    String read = new String(word.getBytes(charset), other);
                    return !read.equals(word)
                            && WORD.matcher(read).find()
                            && !NO_WORD.matcher(read).find();
                })
                .findFirst()
                .map(word ->
                        Printable.quoted(word) + " is " + Printable.quoted(new String(word.getBytes(charset), other)));
    }
}
