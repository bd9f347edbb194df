package dev.mongohaul.compare.report;

import dev.mongohaul.compare.run.Summary;
import dev.mongohaul.compare.suite.Published;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A cell as a chart shows it, in documents per second.
 *
 * @param name among the cells of the same work
 * @param rate null where it failed
 * @param repeated whether the ends of the rate say anything
 * @param published null where nothing is, or where it is no rate
 */
record Bar(
        String name,
        @Nullable Summary rate,
        boolean repeated,
        @Nullable Double published) {

    private static final double MILLIS = 1e3;

    static Bar of(String name, CaseRow row) {
        return new Bar(name, rate(row), row.runs().size() > 1, published(row));
    }

    /** The largest figure that has to find place. */
    double longest() {
        return Math.max(rate == null ? 0 : rate.max(), published == null ? 0 : published);
    }

    private static @Nullable Summary rate(CaseRow row) {
        Summary seconds = row.seconds();
        if (seconds == null || seconds.min() <= 0 || row.runs().isEmpty()) {
            return null;
        }
        double documents = row.runs().get(0).documents();
        return new Summary(documents / seconds.median(), documents / seconds.max(), documents / seconds.min());
    }

    private static @Nullable Double published(CaseRow row) {
        Published published = row.published();
        if (published == null || published.value() == 0) {
            return null;
        }
        int rows = published.rows() > 0 ? published.rows() : Objects.requireNonNullElse(row.rows(), 0);
        return switch (published.unit()) {
            case MILLISECONDS -> rows == 0 ? null : rows * MILLIS / published.value();
            case PER_SECOND -> published.value();
            case TIMES -> null;
        };
    }
}
