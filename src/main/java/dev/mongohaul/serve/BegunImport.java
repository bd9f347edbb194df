package dev.mongohaul.serve;

import dev.mongohaul.job.launch.BackgroundImports.BackgroundImport;
import dev.mongohaul.job.launch.Refusal;
import dev.mongohaul.report.Words;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The import that this process began last for a job, also where it has no run yet, or never gets one.
 *
 * @param job its name
 * @param started when, in the time of this machine
 * @param percent of the input; null where that is not known
 * @param doing what it does now
 * @param refused why it was not run, or could not be; null where it was
 * @param nothing what is told where there was nothing to do; null where there was
 * @param number of the import, or of the one that loaded the content before; null where it has none
 */
record BegunImport(
        String job,
        String started,
        boolean underWay,
        @Nullable Long percent,
        String doing,
        @Nullable String refused,
        @Nullable String nothing,
        @Nullable Long number) {

    static BegunImport of(BackgroundImport begun) {
        return new BegunImport(
                begun.job(),
                Objects.requireNonNull(Words.time(begun.started())),
                begun.isUnderWay(),
                begun.percent(),
                begun.doing(),
                begun.refusal().map(Refusal::message).orElse(null),
                begun.nothing().orElse(null),
                begun.number().isPresent() ? (Long) begun.number().getAsLong() : null);
    }
}
