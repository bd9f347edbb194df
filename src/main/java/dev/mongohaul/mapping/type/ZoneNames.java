package dev.mongohaul.mapping.type;

import java.text.DateFormatSymbols;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The short names of time zones in a language, such as CET: zones of different offsets may have one, such as IST. */
final class ZoneNames {

    private static final Pattern WORD = Pattern.compile("\\p{L}{3,}");
    private static final String OLD_ZONES = "SystemV/";
    private static final int MOST_SHOWN = 3;

    private final Map<String, Set<String>> zones = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    ZoneNames(Locale locale) {
        Set<String> known = ZoneId.getAvailableZoneIds();
        for (String[] row : DateFormatSymbols.getInstance(locale).getZoneStrings()) {
            String zone = row[0];
            for (int name = 1; name < row.length && known.contains(zone) && !zone.startsWith(OLD_ZONES); name++) {
                zones.computeIfAbsent(row[name], first -> new TreeSet<>()).add(zone);
            }
        }
    }

    /**
     * Refuses a text with a name that zones of different offsets have at that time.
     *
     * @param zone that was read from the text
     * @throws DateTimeException with the name and some of the zones
     */
    void requireUnambiguous(String text, ZoneId zone, LocalDateTime local) {
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            String name = word.group();
            Set<String> all = zones.getOrDefault(name, Set.of());
            if (!name.equalsIgnoreCase(zone.getId()) && offsets(all, local) > 1) {
                throw new DateTimeException(
                        "%s is the name of several zones, such as %s; write an offset or one of them"
                                .formatted(
                                        name,
                                        String.join(
                                                ", ",
                                                all.stream().limit(MOST_SHOWN).toList())));
            }
        }
    }

    private static long offsets(Set<String> zones, LocalDateTime local) {
        return zones.stream()
                .map(zone -> ZoneId.of(zone).getRules().getOffset(local))
                .distinct()
                .count();
    }
}
