package dev.mongohaul.infer;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Names that an import takes for columns, as near as can be to those that a header has. */
final class HeaderNames {

    private static final int LONGEST_BYTES = 1000;
    private static final int SHORTENED = 100;

    private HeaderNames() {}

    /** The same names where all will do; else some others for those that are blank, double, too long or hold a NUL. */
    static List<String> usable(List<String> written) {
        Set<String> taken = new HashSet<>(written);
        Set<String> given = new HashSet<>();
        List<String> usable = new ArrayList<>();
        for (int column = 0; column < written.size(); column++) {
            String name = cleaned(written.get(column), column + 1);
            boolean asWritten = name.equals(written.get(column));
            String free = given.contains(name) || (!asWritten && taken.contains(name)) ? numbered(name, taken) : name;
            taken.add(free);
            given.add(free);
            usable.add(free);
        }
        return usable;
    }

    private static String cleaned(String name, int number) {
        if (name.isBlank()) {
            return "column" + number;
        }
        String clean = name.replace("\0", "");
        boolean tooLong = clean.getBytes(StandardCharsets.UTF_8).length > LONGEST_BYTES;
        return clean.isBlank() ? "column" + number : tooLong ? shortened(clean) : clean;
    }

    private static String shortened(String name) {
        return name.substring(0, name.offsetByCodePoints(0, SHORTENED));
    }

    private static String numbered(String name, Set<String> taken) {
        int number = 2;
        while (taken.contains(name + "_" + number)) {
            number++;
        }
        return name + "_" + number;
    }
}
