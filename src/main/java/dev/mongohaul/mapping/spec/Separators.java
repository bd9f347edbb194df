package dev.mongohaul.mapping.spec;

import java.nio.charset.StandardCharsets;
import java.text.DecimalFormatSymbols;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Separators of a locale in UTF-8. */
public final class Separators {

    public static final int LAST_GROUP = 3;
    private static final List<String> SPACES = List.of(" ", "\u00A0", "\u202F");
    private static final List<String> APOSTROPHES = List.of("'", "\u2019");
    private static final String INDIA = "IN";

    /** Languages that write 12,34,567 in every country. */
    private static final Set<String> INDIAN =
            Set.of("as", "bn", "brx", "gu", "hi", "kn", "ml", "mr", "ne", "or", "pa", "ta", "te");

    public final byte[] decimal;
    public final byte[] minus;

    /** Spellings of the separator between groups; a number has one of them. */
    private final byte[][] groups;

    /** Digits of each group but the first, which may be shorter, and the last. */
    public final int groupSize;

    public Separators(Locale locale) {
        DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(locale);
        String group = String.valueOf(symbols.getGroupingSeparator());
        List<String> spellings =
                SPACES.contains(group) ? SPACES : APOSTROPHES.contains(group) ? APOSTROPHES : List.of(group);
        boolean indian = locale.getCountry().equals(INDIA) || INDIAN.contains(locale.getLanguage());
        this.decimal = utf8(String.valueOf(symbols.getDecimalSeparator()))[0];
        this.minus = utf8(String.valueOf(symbols.getMinusSign()))[0];
        this.groups = utf8(spellings.toArray(String[]::new));
        this.groupSize = indian ? 2 : LAST_GROUP;
    }

    public byte @Nullable [] groupAt(byte[] bytes, int at, int to) {
        for (byte[] group : groups) {
            if (isAt(group, bytes, at, to)) {
                return group;
            }
        }
        return null;
    }

    /** Returns all characters that may separate something. */
    String characters() {
        return Arrays.stream(groups).map(Separators::text).collect(Collectors.joining("", text(decimal), ""));
    }

    public String example(boolean grouped, boolean fraction) {
        String group = grouped ? text(groups[0]) : "";
        String millions = groupSize == LAST_GROUP ? "1" + group + "234" : "12" + group + "34";
        return "-" + millions + group + "567" + (fraction ? text(decimal) + "89" : "");
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    public static byte[][] utf8(String... texts) {
        return Arrays.stream(texts)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
    }

    public static boolean isAt(byte[] text, byte[] bytes, int at, int to) {
        return text.length <= to - at && Arrays.equals(text, 0, text.length, bytes, at, at + text.length);
    }
}
