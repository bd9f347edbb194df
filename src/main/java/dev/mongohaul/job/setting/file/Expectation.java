package dev.mongohaul.job.setting.file;

import dev.mongohaul.text.Printable;
import dev.mongohaul.text.Rules;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What shows that files are complete. A companion of a file lies beside it, and has its name with an ending.
 *
 * @param marker companion that exists as soon as the file is complete; null for none
 * @param checksum companion with the checksum of the file, of the algorithm that its ending names; null for none
 * @param records companion with the number of records; null for none
 * @param trailer last line of the file with its totals; null for none
 */
public record Expectation(
        @Nullable String marker,
        @Nullable String checksum,
        @Nullable String records,
        @Nullable Trailer trailer) {

    public static final Expectation NONE = new Expectation(null, null, null, null);

    private static final String FILE = "{file}";

    public Expectation {
        Rules rules = new Rules();
        requireName(rules, marker, "", "{file}.done", "marker");
        requireName(
                rules, checksum, "\\.(md5|sha1|sha256|sha512)", "{file}.sha256 (or .md5, .sha1, .sha512)", "checksum");
        requireName(rules, records, "", "{file}.count", "records");
        rules.enforce();
    }

    private static void requireName(Rules rules, @Nullable String name, String end, String example, String key) {
        rules.require(
                name == null || (name.matches("\\{file}[^/\\\\{}]*" + end) && !name.equals(FILE)),
                "%s is not {file} with an ending, such as %s"
                        .formatted(Printable.quoted(String.valueOf(name)), example),
                key);
    }

    /** Returns the address that a name of a companion stands for. */
    public static String companion(String name, String file) {
        return name.replace(FILE, file);
    }

    /** Returns the names of all companions. */
    public List<String> companions() {
        return Stream.of(marker, checksum, records)
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }
}
