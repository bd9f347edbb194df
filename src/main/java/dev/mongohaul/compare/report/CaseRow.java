package dev.mongohaul.compare.report;

import dev.mongohaul.compare.run.CaseResult;
import dev.mongohaul.compare.run.CaseResult.CaseRun;
import dev.mongohaul.compare.run.Summary;
import dev.mongohaul.compare.suite.BenchmarkCase;
import dev.mongohaul.compare.suite.Published;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Figures of a case; null if the case failed, or if this system does not report them.
 *
 * @param name among the cases of the suite
 * @param work cases of the same work are compared with each other
 * @param settings as in the suite's file
 * @param rows of the generated input, as measured
 * @param published figure of an article
 * @param seconds median, min and max
 * @param documentsPerSecond by the median
 * @param timesFaster than the first case of the same work
 * @param commands write commands
 * @param bytesSent of these commands
 * @param allocatedBytesPerDocument in this program, the median
 * @param gcSeconds the median
 * @param clientCpuSeconds the median
 * @param serverCpuSeconds the median
 * @param pingMillis the median
 * @param notes circumstances of the measurement
 * @param runs each, in order
 */
record CaseRow(
        String name,
        String work,
        Map<String, String> settings,
        @Nullable Integer rows,
        @Nullable Published published,
        @Nullable Summary seconds,
        @Nullable Long documentsPerSecond,
        @Nullable Double timesFaster,
        @Nullable Long commands,
        @Nullable Long bytesSent,
        @Nullable Double allocatedBytesPerDocument,
        @Nullable Double gcSeconds,
        @Nullable Double clientCpuSeconds,
        @Nullable Double serverCpuSeconds,
        @Nullable Double pingMillis,
        List<String> notes,
        List<CaseRun> runs) {

    public CaseRow {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(work, "work");
        settings = new LinkedHashMap<>(settings);
        notes = List.copyOf(notes);
        runs = List.copyOf(runs);
    }

    /** @param first seconds of the first case of the same work; null if it failed */
    static CaseRow of(CaseResult result, @Nullable Summary first) {
        BenchmarkCase benchmark = result.benchmark();
        Summary seconds = result.seconds().orElse(null);
        CaseRun warmUp = result.warmUp();
        List<CaseRun> runs = result.runs();
        return new CaseRow(
                benchmark.name(),
                benchmark.work(),
                benchmark.written(),
                benchmark.conditions().rows(),
                benchmark.published(),
                seconds,
                seconds == null ? null : Math.round(runs.get(0).documents() / seconds.median()),
                seconds == null || first == null ? null : first.median() / seconds.median(),
                warmUp == null ? null : warmUp.commands(),
                warmUp == null ? null : warmUp.bytesSent(),
                median(runs, CaseRow::allocatedPerDocument),
                median(runs, CaseRun::gcSeconds),
                median(runs, CaseRun::clientCpuSeconds),
                median(runs, CaseRun::serverCpuSeconds),
                median(runs, CaseRun::pingMillis),
                notes(result),
                runs);
    }

    /** Returns how much the runs differed, relative to their median; null if the case ran once. */
    @Nullable
    Double relativeRange() {
        return seconds == null || runs.size() < 2 ? null : seconds.relativeRange();
    }

    private static @Nullable Double allocatedPerDocument(CaseRun run) {
        Long bytes = run.allocatedBytes();
        return bytes == null ? null : (double) bytes / run.documents();
    }

    private static @Nullable Double median(List<CaseRun> runs, Function<CaseRun, @Nullable Double> figure) {
        return Summary.of(runs, figure).map(Summary::median).orElse(null);
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
