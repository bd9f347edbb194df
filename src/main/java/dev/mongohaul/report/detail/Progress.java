package dev.mongohaul.report.detail;

import dev.mongohaul.report.RunReport;
import dev.mongohaul.report.Words;
import dev.mongohaul.repository.Counts;
import java.util.List;
import java.util.Locale;

/**
 * How far an import is, over all its tries.
 *
 * @param done bytes of the input that are settled
 * @param total bytes of the input; 0 where that is not known
 * @param pieces of the input
 * @param finished of those
 * @param recordsPerSecond of the last try
 */
public record Progress(long done, long total, int pieces, long finished, Counts counts, long recordsPerSecond) {

    private static final int ALL = 100;
    private static final int LONG_SECONDS = 120;

    /** By the checkpoints of its pieces, so that it is at most half a second behind. */
    public static Progress of(ImportReport report) {
        List<PieceReport> pieces = report.contents().pieces();
        List<RunReport> tries = report.tries();
        return new Progress(
                pieces.stream().mapToLong(Progress::done).sum(),
                pieces.stream().mapToLong(piece -> piece.to() - piece.from()).sum(),
                pieces.size(),
                pieces.stream().filter(Progress::isFinished).count(),
                report.summary().counts(),
                tries.get(tries.size() - 1).recordsPerSecond());
    }

    private static long done(PieceReport piece) {
        return (isFinished(piece) ? piece.to() : piece.doneTo()) - piece.from();
    }

    private static boolean isFinished(PieceReport piece) {
        return piece.state().equals("finished");
    }

    /** Of the input; 0 where its size is not known. */
    public long percent() {
        return total == 0 ? 0 : ALL * done / total;
    }

    /** For people. */
    public String text() {
        String rate = recordsPerSecond == 0 ? "" : String.format(Locale.ROOT, ", %,d records/s", recordsPerSecond);
        String part = total == 0 ? "" : String.format(Locale.ROOT, "%d %%, ", percent());
        return part + Words.counts(counts) + rate;
    }

    /** How long the rest of the input takes at the rate of the last try, for people; empty where that cannot be told. */
    public String left() {
        if (done == 0 || done == total || recordsPerSecond == 0) {
            return "";
        }
        double records = (double) counts.read() / done * (total - done);
        long seconds = Math.round(records / recordsPerSecond);
        return seconds < LONG_SECONDS
                ? String.format(Locale.ROOT, "about %d s left", seconds)
                : String.format(Locale.ROOT, "about %,d min left", Math.round(seconds / 60.0));
    }
}
