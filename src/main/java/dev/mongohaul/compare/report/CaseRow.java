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
 * What is told of a cell; null where it failed, or where it cannot be known here.
 *
 * @param name among the cells of the suite
 * @param work cells of the same are compared with each other
 * @param settings as in the suite's file
 * @param rows of the generated input, as measured
 * @param published what an article says
 * @param seconds median, min and max
 * @param documentsPerSecond by the median
 * @param timesFaster than the first cell of the same work
 * @param commands that write
 * @param bytesSent of these commands
 * @param allocatedBytesPerDocument in this program, the median
 * @param gcSeconds the median
 * @param clientCpuSeconds the median
 * @param serverCpuSeconds the median
 * @param pingMillis the median
 * @param notes what else has to be known
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

    /** @param first seconds of the first cell of the same work; null where it failed */
    static CaseRow of(CaseResult figures, @Nullable Summary first) {
        BenchmarkCase cell = figures.cell();
        Summary seconds = figures.seconds().orElse(null);
        CaseRun warmUp = figures.warmUp();
        List<CaseRun> runs = figures.runs();
        return new CaseRow(
                cell.name(),
                cell.work(),
                cell.written(),
                cell.conditions().rows(),
                cell.published(),
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
                notes(figures),
                runs);
    }

    private static @Nullable Double allocatedPerDocument(CaseRun run) {
        Long bytes = run.allocatedBytes();
        return bytes == null ? null : (double) bytes / run.documents();
    }

    private static @Nullable Double median(List<CaseRun> runs, Function<CaseRun, @Nullable Double> figure) {
        double[] values = runs.stream()
                .map(figure)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        return values.length == 0 ? null : Summary.of(values).median();
    }

    private static List<String> notes(CaseResult figures) {
        List<String> notes = new ArrayList<>();
        if (figures.failure() != null) {
            notes.add("could not be measured: " + figures.failure());
        }
        if (figures.cell().unconfirmed()) {
            long missing = figures.runs().stream()
                    .map(CaseRun::missing)
                    .filter(Objects::nonNull)
                    .mapToLong(Long::longValue)
                    .sum();
            notes.add(String.format(
                    Locale.ROOT,
                    "nothing was confirmed: the time ends when the last document is handed over; %,d never arrived",
                    missing));
        }
        if (figures.cell().conditions().heap() != null) {
            notes.add("ran in a JVM of its own with a heap of %s, started anew for each run"
                    .formatted(figures.cell().conditions().heap()));
        }
        Integer rows = figures.cell().conditions().rows();
        if (rows != null && !figures.runs().isEmpty() && figures.runs().get(0).documents() < rows) {
            notes.add(String.format(
                    Locale.ROOT,
                    "the input has %,d records and no more",
                    figures.runs().get(0).documents()));
        }
        if (figures.once()) {
            notes.add("measured once, while commands were counted, since it takes over a minute");
        }
        return notes;
    }
}
