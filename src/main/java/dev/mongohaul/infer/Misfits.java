package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvItem;
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

    long count() {
        return count;
    }

    /** Returns the line of the first; 0 where there is none. */
    long line() {
        return first == null ? 0 : first.location().line();
    }

    Optional<CsvItem> first() {
        return Optional.ofNullable(first);
    }
}
