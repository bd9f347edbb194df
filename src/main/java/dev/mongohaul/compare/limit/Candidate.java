package dev.mongohaul.compare.limit;

import dev.mongohaul.compare.run.ComparisonException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One way of writing a job's documents, to be measured beside others. */
public interface Candidate {

    /** What it is, for people, in few words; no two of a comparison have the same. */
    String name();

    /** What it belongs to in results, one word. */
    String kind();

    /** What tells it from others of its kind, for programs. */
    Map<String, Object> settings();

    /** Whether the comparison goes on where it fails. */
    default boolean mayFail() {
        return false;
    }

    /**
     * Writes all documents into the job's collection in a database that does not exist yet.
     *
     * @throws ComparisonException where that fails
     */
    Measurement measure(String database);

    /**
     * What one try of a contender took; null is what cannot be known here.
     *
     * @param seconds from its start to its end
     * @param stepSeconds of them, while records were read and written
     * @param clientCpuSeconds of all its threads
     * @param serverCpuSeconds of the server meanwhile
     * @param peakResidentBytes of a process of its own
     */
    public record Measurement(
            double seconds,
            @Nullable Double stepSeconds,
            @Nullable Double clientCpuSeconds,
            @Nullable Double serverCpuSeconds,
            @Nullable Long peakResidentBytes) {

        Measurement withServerCpu(@Nullable Double serverSeconds) {
            return new Measurement(seconds, stepSeconds, clientCpuSeconds, serverSeconds, peakResidentBytes);
        }
    }
}
