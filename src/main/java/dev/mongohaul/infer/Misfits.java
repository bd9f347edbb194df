package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.text.Counted;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Records with one fault, and the first of them. */
final class Misfits {

    long count;
    private @Nullable CsvItem first;

    void add(CsvItem item) {
        count++;
        first = first == null ? item : first;
    }

    void clear() {
        count = 0;
        first = null;
    }

    long count() {
        return count;
    }

    /** Returns the line of the first; 0 where there is none. */
    long line() {
        return first == null ? 0 : first.location().line();
    }

    /** Returns a sentence such as {@code 2 records are rejected. Line 31 is the first}, with the verb of one and of several. */
    String sentence(String one, String several) {
        return "%s. Line %d%s"
                .formatted(Counted.of(count, "record", one, several), line(), count == 1 ? "" : " is the first");
    }

    Optional<CsvItem> first() {
        return Optional.ofNullable(first);
    }
}
