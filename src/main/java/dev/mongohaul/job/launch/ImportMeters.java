package dev.mongohaul.job.launch;

import dev.mongohaul.job.launch.ImportMeters.ImportMeter;
import dev.mongohaul.repository.Counts;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlan.PlannedInput;
import dev.mongohaul.repository.Run;
import dev.mongohaul.repository.Run.ImportEnding;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Factory of a meter for each run of an import; an optional bean. */
@FunctionalInterface
public interface ImportMeters {

    /** Measures nothing. */
    ImportMeters NONE = (job, writer) -> ImportMeter.NONE;

    /**
     * Returns the meter of a run.
     *
     * @param writer as a job file names it
     */
    ImportMeter of(String job, String writer);

    /** Meter of one run. The writing threads call it after each chunk, so it has to be fast. Thread-safe. */
    public interface ImportMeter {

        /** Measures nothing. */
        ImportMeter NONE = new ImportMeter() {};

        /** Called once, when the run begins. */
        default void begun(Run run) {}

        /**
         * Called when a chunk is completed.
         *
         * @param counts of its records
         * @param bytes of the input, uncompressed
         * @param writing time that the server took; zero if nothing was sent
         */
        default void chunkWritten(Counts counts, long bytes, Duration writing) {}

        /** Called once, when the run has ended. */
        default void ended(Run run) {}
    }

    /**
     * Log of imports: one line when a run begins, and one when it ends, with its outcome and figures.
     *
     * @param meters that measure the same runs
     */
    public record ImportLog(ImportMeters meters) implements ImportMeters {

        private static final Logger LOG = LoggerFactory.getLogger(ImportLog.class);
        private static final double MILLIS = 1000;

        @Override
        public ImportMeter of(String job, String writer) {
            ImportMeter meter = meters.of(job, writer);
            return new ImportMeter() {

                @Override
                public void begun(Run run) {
                    LOG.info("{}: run {} of import {} began{}", job, run.id(), run.jobInstanceId(), input(run.plan()));
                    meter.begun(run);
                }

                @Override
                public void chunkWritten(Counts counts, long bytes, Duration writing) {
                    meter.chunkWritten(counts, bytes, writing);
                }

                @Override
                public void ended(Run run) {
                    LOG.atLevel(level(run.ending()))
                            .log("{}: run {} of import {} {}", job, run.id(), run.jobInstanceId(), outcome(run));
                    meter.ended(run);
                }
            };
        }

        private static Level level(ImportEnding ending) {
            return switch (ending) {
                case COMPLETED, COMPLETED_WITH_REJECTS -> Level.INFO;
                case STOPPED -> Level.WARN;
                case FAILED, REJECT_LIMIT_EXCEEDED, LIMIT_EXCEEDED -> Level.ERROR;
            };
        }

        private static String input(@Nullable ImportPlan plan) {
            if (plan == null) {
                return "";
            }
            List<PlannedInput> inputs = plan.inputs();
            return String.format(
                    Locale.ROOT,
                    ", %s into %s: %s%s",
                    plan.identity().operation(),
                    plan.identity().target(),
                    inputs.isEmpty() ? "no file" : inputs.get(0).path(),
                    inputs.size() < 2 ? "" : String.format(Locale.ROOT, " and %,d more", inputs.size() - 1));
        }

        /** Returns the outcome with the counts of the whole import, including those of earlier runs. */
        private static String outcome(Run run) {
            Counts counts = run.plan() == null ? Counts.NONE : run.plan().counts();
            return String.format(
                    Locale.ROOT,
                    "%s after %,.1f s: %,d read, %,d written%s, %,d already there, %,d rejected%s%s",
                    run.ending().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    run.duration().toMillis() / MILLIS,
                    counts.read(),
                    counts.written(),
                    counts.unchanged() == 0 ? "" : String.format(Locale.ROOT, ", %,d unchanged", counts.unchanged()),
                    counts.alreadyThere(),
                    counts.rejected(),
                    counts.unmatched() == 0
                            ? ""
                            : String.format(Locale.ROOT, ", %,d without a match", counts.unmatched()),
                    run.reason().isEmpty() ? "" : "; " + run.reason());
        }
    }

    /**
     * Meters in a Micrometer registry, of the chunks that this process completed.
     *
     * <p>A chunk that a killed process completed but did not save is counted again by the process that repeats it. Reports
     * count documents and are exact.
     */
    public record RegistryMeters(MeterRegistry registry) implements ImportMeters {

        /** Bounds of the histogram, from a chunk in memory to a server at the end of the retry timeout. */
        private static final Duration[] WRITE_TIMES = LongStream.of(
                        1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000)
                .mapToObj(Duration::ofMillis)
                .toArray(Duration[]::new);

        @Override
        public ImportMeter of(String job, String writer) {
            return new OfRegistry(job, Tags.of("job", job, "writer", writer));
        }

        private final class OfRegistry implements ImportMeter {

            private final Counter read;
            private final Counter written;
            private final Counter unchanged;
            private final Counter alreadyThere;
            private final Counter rejected;
            private final Counter unmatched;
            private final Counter bytes;
            private final Timer writing;
            private final Map<ImportEnding, Counter> endings = new EnumMap<>(ImportEnding.class);

            OfRegistry(String job, Tags tags) {
                read = records("read", "Records met in the input", tags);
                written = records("written", "Documents inserted, replaced, updated or deleted", tags);
                unchanged = records("unchanged", "Documents that a replacement or update would not change", tags);
                alreadyThere = records("already.there", "Documents that the collection held already", tags);
                rejected = records("rejected", "Records rejected for any reason", tags);
                unmatched = records("unmatched", "Operations that found no document to act on", tags);
                bytes = Counter.builder("mongohaul.read")
                        .baseUnit("bytes")
                        .description("Uncompressed input that is completed")
                        .tags(tags)
                        .register(registry);
                writing = Timer.builder("mongohaul.chunk.write")
                        .description("Time to write a chunk, including retries")
                        .serviceLevelObjectives(WRITE_TIMES)
                        .tags(tags)
                        .register(registry);
                // All are registered at the beginning, since the first increase of a counter that begins with 1 is
                // invisible.
                for (ImportEnding ending : ImportEnding.values()) {
                    Counter counter = Counter.builder("mongohaul.imports")
                            .description("Runs of imports that have ended")
                            .tags("job", job, "outcome", ending.name().toLowerCase(Locale.ROOT))
                            .register(registry);
                    endings.put(ending, counter);
                }
            }

            private Counter records(String what, String description, Tags tags) {
                return Counter.builder("mongohaul.records." + what)
                        .description(description)
                        .tags(tags)
                        .register(registry);
            }

            @Override
            public void chunkWritten(Counts counts, long more, Duration time) {
                read.increment((double) counts.read());
                written.increment((double) counts.written());
                unchanged.increment((double) counts.unchanged());
                alreadyThere.increment((double) counts.alreadyThere());
                rejected.increment((double) counts.rejected());
                unmatched.increment((double) counts.unmatched());
                bytes.increment((double) more);
                if (!time.isZero()) {
                    writing.record(time);
                }
            }

            @Override
            public void ended(Run run) {
                Objects.requireNonNull(endings.get(run.ending())).increment();
            }
        }
    }
}
