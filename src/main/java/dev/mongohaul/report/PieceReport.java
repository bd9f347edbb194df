package dev.mongohaul.report;

import dev.mongohaul.repository.Counts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A range of the input, and what became of it over all tries.
 *
 * @param files that it lies in
 * @param from offset of its first byte, over all files of the import
 * @param to offset behind its last byte
 * @param doneTo everything before it is settled
 * @param state finished, begun or open
 * @param seconds that tries spent on it; null where none is known
 * @param recordsPerSecond in these; null likewise
 */
public record PieceReport(
        List<String> files,
        long from,
        long to,
        long doneTo,
        String state,
        Counts counts,
        @Nullable Double seconds,
        @Nullable Long recordsPerSecond) {

    public PieceReport {
        files = List.copyOf(files);
    }
}
