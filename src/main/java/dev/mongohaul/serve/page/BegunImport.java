package dev.mongohaul.serve.page;

import dev.mongohaul.job.control.BackgroundImport;
import dev.mongohaul.job.control.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * The import that this process began last for a job, also where it has no run yet, or never gets one.
 *
 * @param job its name
 * @param percent of the input; null where that is not known
 * @param doing what it does now
 * @param refused why it was not run, or could not be; null where it was
 * @param nothing what is told where there was nothing to do; null where there was
 */
record BegunImport(
        String job,
        boolean underWay,
        @Nullable Long percent,
        String doing,
        @Nullable String refused,
        @Nullable String nothing) {

    static BegunImport of(BackgroundImport begun) {
        return new BegunImport(
                begun.job(),
                begun.isUnderWay(),
                begun.percent(),
                begun.doing(),
                begun.refusal().map(Refusal::message).orElse(null),
                begun.nothing().orElse(null));
    }
}
