package dev.mongohaul.schedule;

import dev.mongohaul.csv.input.FileSource;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.InputRules;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.job.file.JobFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Waits for files that come late, and until nobody writes to them any more. */
public final class SlotInput {

    /** How long files that are there are waited for to be whole, where the job does not say. */
    private static final int LOOKS = 12;

    private final InputLook look;
    private final Duration settled;
    private final Clock clock;

    /** @param settled how long files have to look the same */
    public SlotInput(InputLook look, Duration settled, Clock clock) {
        this.look = look;
        this.settled = settled;
        this.clock = clock;
    }

    /** What became of waiting. */
    enum Outcome {
        /** All files were the same twice; or none are there, which is the import's to tell. */
        READY,
        /** They still change at the end of the time to wait. */
        GROWING,
        /** The program ends. */
        GIVEN_UP
    }

    /** What files there are, and how large: equal where nothing was written in between. */
    @FunctionalInterface
    public interface InputLook {

        List<String> at(JobFile job) throws IOException;
    }

    /**
     * Waits.
     *
     * @param begun when the wait began: the slot's time
     */
    Outcome await(JobFile job, Instant begun, BooleanSupplier givenUp) throws IOException, InterruptedException {
        Duration wait = job.schedule() == null ? null : job.schedule().maxWait();
        Instant untilThere = wait == null ? begun : begun.plus(wait);
        Instant untilWhole = wait == null ? clock.instant().plus(settled.multipliedBy(LOOKS)) : untilThere;
        List<String> before = look.at(job);
        while (!givenUp.getAsBoolean()) {
            Instant now = clock.instant();
            if (before.isEmpty() && !now.isBefore(untilThere)) {
                return Outcome.READY;
            }
            Thread.sleep(settled.toMillis());
            List<String> found = look.at(job);
            if (!found.isEmpty() && found.equals(before)) {
                return Outcome.READY;
            }
            if (!found.isEmpty() && clock.instant().isAfter(untilWhole)) {
                return Outcome.GROWING;
            }
            before = found;
        }
        return Outcome.GIVEN_UP;
    }

    /**
     * The files that a job would read now, each with its size and its time.
     *
     * @param rules of what may be read
     */
    public record InputStamps(InputRules rules) implements SlotInput.InputLook {

        @Override
        public List<String> at(JobFile job) {
            try {
                Inputs inputs = Inputs.resolve(
                        Path.of("").toAbsolutePath(), job.source().files(), InputStream.nullInputStream(), rules);
                return inputs.list().stream()
                        .flatMap(input -> input.source() instanceof FileSource file ? Stream.of(file) : Stream.empty())
                        .map(file -> "%s %d %s".formatted(file.path(), file.size(), file.lastModified()))
                        .toList();
            } catch (InputException e) {
                if (e.isIncomplete()) {
                    return List.of();
                }
                throw e;
            }
        }
    }
}
