package dev.mongohaul.compare.limit;

import dev.mongohaul.compare.run.ComparisonException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Way of writing a job's documents that is measured beside others. */
public interface Candidate {

    /** Returns a short name, unique in the comparison. */
    String name();

    /** Returns the kind: limit, import or stock. */
    String kind();

    /** Returns the settings that distinguish it from others of its kind. */
    Map<String, Object> settings();

    /** Returns whether the comparison continues without it if it fails. */
    default boolean mayFail() {
        return false;
    }

    /**
     * Writes all documents into the job's collection of a new database.
     *
     * @throws ComparisonException if that fails
     */
    Measurement measure(String database);

    /**
     * Figures of one run; null if this system does not report them.
     *
     * @param seconds from start to end
     * @param stepSeconds part in which records were read and written
     * @param clientCpuSeconds of all threads
     * @param serverCpuSeconds of the server in the same time
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
