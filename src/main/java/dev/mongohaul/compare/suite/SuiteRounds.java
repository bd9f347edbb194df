package dev.mongohaul.compare.suite;

import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.compare.run.ComparisonProgress;
import dev.mongohaul.compare.suite.CaseResult.CaseRun;
import dev.mongohaul.compare.suite.SuiteRounds.RunStore.StoredRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Comparison of the cases of a suite: each runs once to warm up and to count its commands, then all run in turn, as often as
 * the suite says. Stored runs are not repeated.
 */
final class SuiteRounds {

    /** A case whose first run takes longer is not repeated. */
    private static final double LONGEST_TO_REPEAT_SECONDS = 60;

    private static final double SHORT_SECONDS = 5;

    private final Suite suite;
    private final BiFunction<BenchmarkCase, Boolean, CaseRun> measuring;
    private final RunStore store;
    private final ComparisonProgress progress;
    private final Set<String> warm = new HashSet<>();

    /** @param measuring runs a case once, and counts its commands if true */
    SuiteRounds(
            Suite suite,
            BiFunction<BenchmarkCase, Boolean, CaseRun> measuring,
            RunStore store,
            ComparisonProgress progress) {
        this.suite = suite;
        this.measuring = measuring;
        this.store = store;
        this.progress = progress;
    }

    /** Measures what is not stored, and returns all results. Completed runs stay stored on cancellation. */
    List<CaseResult> run() {
        progress.begin(suite.cases().size() * (suite.runs() + 1));
        for (BenchmarkCase benchmark : suite.cases()) {
            measure(benchmark, StoredRun.WARM_UP);
        }
        for (int round = 0; round < suite.runs(); round++) {
            for (BenchmarkCase benchmark : ComparisonProgress.inTurn(suite.cases(), round, suite.runs())) {
                if (isRepeated(benchmark)) {
                    measure(benchmark, round);
                } else {
                    progress.next();
                }
            }
        }
        return suite.cases().stream().map(this::result).toList();
    }

    private boolean isRepeated(BenchmarkCase benchmark) {
        return warmUp(benchmark)
                        .filter(first -> first.seconds() <= LONGEST_TO_REPEAT_SECONDS)
                        .isPresent()
                && failure(benchmark).isEmpty();
    }

    private Optional<CaseRun> warmUp(BenchmarkCase benchmark) {
        return store.find(benchmark, StoredRun.WARM_UP).map(StoredRun::measured);
    }

    private void measure(BenchmarkCase benchmark, int round) {
        progress.next();
        if (store.find(benchmark, round).isPresent()) {
            return;
        }
        progress.check();
        try {
            warm(benchmark, round);
            CaseRun measured = measuring.apply(benchmark, round == StoredRun.WARM_UP);
            store.add(new StoredRun(benchmark.key(), round, measured, null));
            progress.measured(
                    benchmark.name(),
                    measured.seconds(),
                    round == StoredRun.WARM_UP ? " (warm-up, commands counted)" : "");
        } catch (ComparisonException e) {
            progress.check();
            String reason = String.valueOf(e.getMessage());
            store.add(new StoredRun(benchmark.key(), round, null, reason));
            progress.leftOut(benchmark.name(), reason);
        }
    }

    /** Runs a short case once more before its first measured run in this process, to warm connections and code. */
    private void warm(BenchmarkCase benchmark, int round) {
        boolean cold = round != StoredRun.WARM_UP && benchmark.conditions().heap() == null && warm.add(benchmark.key());
        if (cold
                && warmUp(benchmark)
                        .filter(first -> first.seconds() <= SHORT_SECONDS)
                        .isPresent()) {
            CaseRun unused = measuring.apply(benchmark, false);
        }
    }

    private CaseResult result(BenchmarkCase benchmark) {
        Optional<String> failure = failure(benchmark);
        Optional<CaseRun> warmUp = warmUp(benchmark);
        List<CaseRun> repeated = repetitions(benchmark)
                .map(StoredRun::measured)
                .filter(Objects::nonNull)
                .toList();
        List<CaseRun> runs = repeated.isEmpty() ? warmUp.stream().toList() : repeated;
        return new CaseResult(
                benchmark, warmUp.orElse(null), failure.isPresent() ? List.of() : runs, failure.orElse(null));
    }

    private Stream<StoredRun> repetitions(BenchmarkCase benchmark) {
        return IntStream.range(0, suite.runs())
                .mapToObj(round -> store.find(benchmark, round))
                .flatMap(Optional::stream);
    }

    private Optional<String> failure(BenchmarkCase benchmark) {
        return Stream.concat(store.find(benchmark, StoredRun.WARM_UP).stream(), repetitions(benchmark))
                .map(StoredRun::failure)
                .filter(Objects::nonNull)
                .findFirst();
    }

    /**
     * Measurements of a suite so far, a line of JSON each in a file of the working directory. They belong to this machine, and
     * nothing may be stored on the server. Not thread-safe.
     */
    static final class RunStore {

        private static final JsonMapper JSON = JsonMapper.shared();
        private static final int DIGITS = 12;

        private final String suite;
        private final Path file;
        private final List<StoredRun> runs = new ArrayList<>();

        /** Reads the measurements that an earlier run has left for the same suite, parameters and circumstances. */
        RunStore(Path folder, Suite suite, String circumstances) {
            List<String> all = new ArrayList<>(
                    suite.cases().stream().map(BenchmarkCase::key).toList());
            all.add(suite.ownJob().orElse(""));
            all.add(circumstances);
            this.suite = suite.name();
            this.file = folder.resolve("%s-%s.jsonl".formatted(suite.name(), digest(String.join("\n", all))));
            try {
                if (Files.exists(file)) {
                    Files.readAllLines(file).forEach(this::read);
                }
            } catch (IOException e) {
                throw new ComparisonException("%s cannot be read: %s".formatted(file, e.getMessage()), e);
            }
        }

        /** Ignores a line that was cut off when the program was killed: its case is measured again. */
        private void read(String line) {
            try {
                runs.add(JSON.readValue(line, StoredRun.class));
            } catch (JacksonException e) {
                return;
            }
        }

        int size() {
            return runs.size();
        }

        void clear() {
            runs.clear();
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw new ComparisonException("%s cannot be deleted: %s".formatted(file, e.getMessage()), e);
            }
        }

        /** Stores the result under the suite's name and deletes its measurements. */
        void finish(String result) {
            write(file.resolveSibling(suite + ".json"), result);
            clear();
        }

        /** Writes a text into a file, whose folder need not exist. */
        static void write(Path file, String text, OpenOption... options) {
            try {
                Files.createDirectories(file.toAbsolutePath().getParent());
                Files.writeString(file, text, options);
            } catch (IOException e) {
                throw new ComparisonException("%s cannot be written: %s".formatted(file, e.getMessage()), e);
            }
        }

        Optional<StoredRun> find(BenchmarkCase benchmark, int round) {
            return runs.stream()
                    .filter(stored -> stored.round() == round && stored.cell().equals(benchmark.key()))
                    .findFirst();
        }

        /** Adds a measurement. Failures are not stored: the next process runs the case again. */
        void add(StoredRun measured) {
            runs.add(measured);
            if (measured.measured() == null) {
                return;
            }
            write(file, JSON.writeValueAsString(measured) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }

        private static String digest(String text) {
            try {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
                return HexFormat.of().formatHex(digest).substring(0, DIGITS);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("Every Java has SHA-256", e);
            }
        }

        /**
         * Line of the store: one run of a case, which either was measured or failed.
         *
         * @param cell key of the case
         * @param round from 0; {@value #WARM_UP} for the warm-up
         */
        record StoredRun(
                String cell,
                int round,
                @Nullable CaseRun measured,
                @Nullable String failure) {

            static final int WARM_UP = -1;
        }
    }
}
