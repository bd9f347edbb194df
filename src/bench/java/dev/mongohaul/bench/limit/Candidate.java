package dev.mongohaul.bench.limit;

import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Way of writing a job's documents that is measured beside others, and its measurements so far. */
final class Candidate {

    static final String LIMIT = "limit";
    static final String IMPORT = "import";
    static final String CLUSTERED = "clustered";
    static final String STOCK = "stock";

    private final String kind;
    private final String name;
    private final Map<String, Object> settings;
    private final Function<String, Measurement> writing;
    private final List<Measurement> runs = new ArrayList<>();
    private @Nullable String failure;

    /**
     * @param settings that distinguish it from others of its kind
     * @param writing writes all documents into the job's collection of a new database
     */
    Candidate(String kind, String name, Map<String, Object> settings, Function<String, Measurement> writing) {
        this.kind = kind;
        this.name = name;
        this.settings = settings;
        this.writing = writing;
    }

    String name() {
        return name;
    }

    boolean isClustered() {
        return kind.equals(CLUSTERED);
    }

    boolean hasFailed() {
        return failure != null;
    }

    Measurement write(String database) {
        return writing.apply(database);
    }

    void add(Measurement run) {
        runs.add(run);
    }

    /** Leaves a stock step out from now on; fails for any other. */
    String leaveOut(ComparisonException reason) {
        if (!kind.equals(STOCK)) {
            throw new ComparisonException("%s: %s".formatted(name, reason.getMessage()), reason);
        }
        failure = String.valueOf(reason.getMessage());
        return failure;
    }

    CandidateResult result(long documents) {
        Summary seconds = Summary.of(runs, Measurement::seconds).orElse(null);
        return new CandidateResult(
                kind,
                name,
                new TreeMap<>(settings),
                seconds,
                Summary.of(runs, Measurement::stepSeconds).orElse(null),
                seconds == null ? null : Math.round(documents / seconds.median()),
                Summary.median(runs, Measurement::clientCpuSeconds),
                Summary.median(runs, Measurement::serverCpuSeconds),
                runs.stream()
                        .map(Measurement::peakResidentBytes)
                        .filter(Objects::nonNull)
                        .max(Long::compare)
                        .orElse(null),
                failure,
                List.copyOf(runs));
    }
}
