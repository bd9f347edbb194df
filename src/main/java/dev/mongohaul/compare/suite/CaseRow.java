package dev.mongohaul.compare.suite;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.mongohaul.compare.run.FigureColumn;
import dev.mongohaul.compare.run.Summary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Result of a case.
 *
 * @param work cases of the same work are compared with each other
 * @param settings as in the suite's file
 * @param rows of the generated input, as measured; null for all records
 * @param notes circumstances of the measurement
 */
public record CaseRow(
        String name,
        String work,
        Map<String, String> settings,
        @Nullable Integer rows,
        @JsonUnwrapped CaseSpeed speed,
        @JsonUnwrapped CaseCost cost,
        List<String> notes,
        List<CaseRun> runs) {

    /** All columns beside the case's name, in order. */
    public static final List<FigureColumn<CaseRow>> COLUMNS = List.of(
            new FigureColumn<>("published", "published", "%s", CaseRow::published),
            new FigureColumn<>("seconds", "seconds, median", "%.3f", seconds(Summary::median)),
            new FigureColumn<>("min", "shortest run", "%.3f", seconds(Summary::min)),
            new FigureColumn<>("max", "longest run", "%.3f", seconds(Summary::max)),
            new FigureColumn<>("docs/s", "documents per second", "%,d", speed(CaseSpeed::documentsPerSecond)),
            new FigureColumn<>("× faster", "times as fast as the first", "%.2f", speed(CaseSpeed::timesFaster)),
            new FigureColumn<>("commands", "write commands", "%,d", cost(CaseCost::commands)),
            new FigureColumn<>("MB sent", "MB sent by them", "%.2f", cost(CaseCost::megabytesSent)),
            new FigureColumn<>(
                    "B alloc/doc", "bytes allocated per document", "%,.0f", cost(CaseCost::allocatedBytesPerDocument)),
            new FigureColumn<>("GC s", "seconds of garbage collection", "%.2f", cost(CaseCost::gcSeconds)),
            new FigureColumn<>("client CPU", "CPU seconds of the client", "%.2f", cost(CaseCost::clientCpuSeconds)),
            new FigureColumn<>("server CPU", "CPU seconds of the server", "%.2f", cost(CaseCost::serverCpuSeconds)));

    public CaseRow {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(work, "work");
        settings = new LinkedHashMap<>(settings);
        notes = List.copyOf(notes);
        runs = List.copyOf(runs);
    }

    private static Function<CaseRow, @Nullable Object> seconds(Function<Summary, Double> figure) {
        return row -> row.seconds() == null ? null : figure.apply(row.seconds());
    }

    private static Function<CaseRow, @Nullable Object> speed(Function<CaseSpeed, @Nullable Object> figure) {
        return row -> figure.apply(row.speed);
    }

    private static Function<CaseRow, @Nullable Object> cost(Function<CaseCost, @Nullable Object> figure) {
        return row -> figure.apply(row.cost);
    }

    static CaseRow of(CaseResult result, @Nullable Summary first) {
        BenchmarkCase benchmark = result.benchmark();
        return new CaseRow(
                benchmark.name(),
                benchmark.work(),
                benchmark.written(),
                benchmark.conditions().rows(),
                CaseSpeed.of(result, first),
                CaseCost.of(result),
                notes(result),
                result.runs());
    }

    /** Returns the published figure; null if there is none. */
    public @Nullable PublishedFigure published() {
        return speed.published();
    }

    /** Returns the seconds of the runs; null if the case failed. */
    public @Nullable Summary seconds() {
        return speed.seconds();
    }

    double median() {
        return Objects.requireNonNull(seconds()).median();
    }

    /** Returns whether two cases that were measured are equally fast within the noise. */
    boolean equalsWithinNoise(CaseRow other) {
        return Objects.requireNonNull(seconds()).equalsWithinNoise(Objects.requireNonNull(other.seconds()));
    }

    /** Returns how much the runs differed, relative to their median; null if the case ran once. */
    @Nullable
    Double relativeRange() {
        Summary seconds = seconds();
        return seconds == null || runs.size() < 2 ? null : seconds.relativeRange();
    }

    private static List<String> notes(CaseResult result) {
        List<String> notes = new ArrayList<>();
        if (result.failure() != null) {
            notes.add("could not be measured: " + result.failure());
        }
        if (result.benchmark().unconfirmed()) {
            long missing = result.runs().stream()
                    .map(CaseRun::missing)
                    .filter(Objects::nonNull)
                    .mapToLong(Long::longValue)
                    .sum();
            notes.add(String.format(
                    Locale.ROOT,
                    "nothing was confirmed: the time ends when the last document is sent; %,d documents never arrived",
                    missing));
        }
        if (result.benchmark().conditions().heap() != null) {
            notes.add("ran in a JVM of its own with a heap of %s, restarted for each run"
                    .formatted(result.benchmark().conditions().heap()));
        }
        Integer rows = result.benchmark().conditions().rows();
        if (rows != null && !result.runs().isEmpty() && result.runs().get(0).documents() < rows) {
            notes.add(String.format(
                    Locale.ROOT,
                    "the input has %,d records and no more",
                    result.runs().get(0).documents()));
        }
        if (result.once()) {
            notes.add("measured once, while commands were counted, because a run takes over a minute");
        }
        return notes;
    }
}
