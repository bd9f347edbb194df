package dev.mongohaul.job.run;

import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.PhaseResult;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.RunStatus;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;

/**
 * Meters in a Micrometer registry, of the chunks that this process completed.
 *
 * <p>A chunk that a killed process completed but did not save is counted again by the process that repeats it. Reports
 * count documents and are exact.
 */
record RegistryMeters(MeterRegistry registry) implements ImportMeters {

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
        private final Counter filtered;
        private final Counter bytes;
        private final Timer writing;
        private final Map<RunStatus, Counter> endings = new EnumMap<>(RunStatus.class);

        OfRegistry(String job, Tags tags) {
            read = records("read", "Records met in the input", tags);
            written = records("written", "Documents inserted, replaced, updated or deleted", tags);
            unchanged = records("unchanged", "Documents that a replacement or update would not change", tags);
            alreadyThere = records("already.there", "Documents that the collection held already", tags);
            rejected = records("rejected", "Records rejected for any reason", tags);
            unmatched = records("unmatched", "Operations that found no document to act on", tags);
            filtered =
                    records("filtered", "Empty rows, and records for which the job's processor returned nothing", tags);
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
            for (RunStatus ending : RunStatus.endings()) {
                Counter counter = Counter.builder("mongohaul.imports")
                        .description("Runs of imports that have ended")
                        .tags("job", job, "outcome", ending.word())
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
            filtered.increment((double) counts.filtered());
            bytes.increment((double) more);
            if (!time.isZero()) {
                writing.record(time);
            }
        }

        @Override
        public void ended(Run run) {
            Objects.requireNonNull(endings.get(run.ending())).increment();
        }

        @Override
        public void reached(ImportPlan plan, PhaseResult result) {
            for (String word : result.words()) {
                Counter counter = Counter.builder("mongohaul.%ss".formatted(result.phase()))
                        .description("Imports that have been " + result.participle())
                        .tags("job", plan.identity().job(), result.participle(), word)
                        .register(registry);
                if (word.equals(result.word())) {
                    counter.increment();
                }
            }
        }
    }
}
