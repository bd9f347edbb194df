package dev.mongohaul.schedule;

import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.job.expect.Expected;
import dev.mongohaul.job.launch.each.FileByFile;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.repository.file.KnownFile;
import dev.mongohaul.schedule.pause.FileWait;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Wait for late input files, and until they are no longer written to.
 *
 * @param look at the files and their sizes; two looks are equal if nothing was written in between
 * @param settled how long files have to be unchanged
 */
record SlotInput(Function<JobFile, Look> look, Duration settled, Clock clock) {

    /** Number of looks until files that keep changing are refused, if the job has no waiting time. */
    private static final int LOOKS = 12;

    /**
     * Look at the files of a job.
     *
     * @param files that can be imported, each with its size and time
     * @param markers that files lack, so that these are not there yet
     */
    record Look(List<String> files, List<String> markers) {

        static final Look NOTHING = new Look(List.of(), List.of());

        boolean isEmpty() {
            return files.isEmpty();
        }

        /** Returns what a job waits for, as people see it. */
        private String missing(JobFile job) {
            String files = String.join(", ", job.shownFiles());
            if (markers.isEmpty()) {
                return files;
            }
            String more = markers.size() == 1 ? "" : " and %,d more".formatted(markers.size() - 1);
            return "%s%s (the marker of a file that is there)%s"
                    .formatted(
                            // Another file may be late as well.
                            job.source().fileRules().oneByOne() ? files + ", " : "", markers.get(0), more);
        }
    }

    /** Result of the wait. */
    enum Outcome {
        /** All files were unchanged between two looks, or there are none, which the import reports. */
        READY,
        /** The files still change at the end of the waiting time. */
        GROWING,
        /** The wait was cancelled. */
        GIVEN_UP
    }

    /**
     * Waits for the input.
     *
     * @param current reads the job at each look; the times of the wait are those of the first one
     * @param begun time when the wait began: the slot's time
     * @param late receives what is missing, once, at the time of the job's notify.late, if the files are still missing
     * @param waiting receives until when files that are missing are waited for, and nothing once they are there
     */
    Outcome await(
            Supplier<JobFile> current,
            Instant begun,
            BooleanSupplier givenUp,
            Consumer<String> late,
            Consumer<Optional<FileWait>> waiting)
            throws InterruptedException {
        JobFile job = current.get();
        Duration lateAfter = job.notices().late();
        boolean saidLate = lateAfter == null;
        Duration wait = job.schedule() == null ? null : job.schedule().maxWait();
        Instant untilThere = wait == null ? begun : begun.plus(wait);
        Instant untilWhole = wait == null ? clock.instant().plus(settled.multipliedBy(LOOKS)) : untilThere;
        Look before = look.apply(job);
        boolean waits = before.isEmpty() && clock.instant().isBefore(untilThere);
        FileWait awaited = new FileWait(before.missing(job), untilThere);
        if (waits) {
            waiting.accept(Optional.of(awaited));
        }
        while (!givenUp.getAsBoolean()) {
            Instant now = clock.instant();
            if (before.isEmpty() && !now.isBefore(untilThere)) {
                return Outcome.READY;
            }
            if (!saidLate && before.isEmpty() && !now.isBefore(begun.plus(lateAfter))) {
                late.accept(before.missing(job));
                saidLate = true;
            }
            Thread.sleep(settled.toMillis());
            job = current.get();
            Look found = look.apply(job);
            if (waits && !found.isEmpty()) {
                waits = false;
                waiting.accept(Optional.empty());
            } else if (waits && !found.missing(job).equals(awaited.files())) {
                awaited = new FileWait(found.missing(job), untilThere);
                waiting.accept(Optional.of(awaited));
            }
            if (!found.isEmpty() && found.files().equals(before.files())) {
                return Outcome.READY;
            }
            if (!found.isEmpty() && clock.instant().isAfter(untilWhole)) {
                // Of files that are imported alone, those that are whole are imported, and the others are named.
                return job.source().fileRules().oneByOne() ? Outcome.READY : Outcome.GROWING;
            }
            before = found;
        }
        return Outcome.GIVEN_UP;
    }

    /**
     * Looks at the files that a job would read now, each with its size and time: if each file is an import of its own, at
     * new files. None is there before its marker is.
     *
     * @param rules for the files that may be read
     * @param known what is known of files of a job, by path
     */
    static Look stamps(JobFile job, InputRules rules, BiFunction<JobFile, List<String>, Map<String, KnownFile>> known) {
        try {
            InputSources sources = new InputSources(Path.of(""), InputStream.nullInputStream(), rules);
            List<String> names = job.source().files();
            List<Input> inputs = job.source().fileRules().oneByOne() ? sources.findAny(names) : sources.files(names);
            List<String> markers = new ArrayList<>();
            List<Input> ready = new ArrayList<>();
            for (Input input : fresh(job, inputs, known)) {
                Expected.missingMarker(job, input).ifPresentOrElse(markers::add, () -> ready.add(input));
            }
            if (!markers.isEmpty() && !job.source().fileRules().oneByOne()) {
                return new Look(List.of(), markers);
            }
            List<String> stamps = ready.stream()
                    .map(input -> "%s %d %s"
                            .formatted(
                                    input.address(),
                                    input.stamp().size(),
                                    input.stamp().modified()))
                    .toList();
            return new Look(stamps, markers);
        } catch (InputException e) {
            if (e.isIncomplete()) {
                return Look.NOTHING;
            }
            throw e;
        }
    }

    /** Returns the files that an import would read if their markers were there. */
    private static List<Input> fresh(
            JobFile job, List<Input> found, BiFunction<JobFile, List<String>, Map<String, KnownFile>> known) {
        List<String> paths = found.stream().map(Input::address).toList();
        return job.source().fileRules().oneByOne() ? FileByFile.fresh(job, found, known.apply(job, paths)) : found;
    }
}
