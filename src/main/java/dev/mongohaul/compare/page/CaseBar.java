package dev.mongohaul.compare.page;

import dev.mongohaul.compare.run.Summary;
import dev.mongohaul.compare.suite.CaseRow;
import dev.mongohaul.compare.suite.PublishedFigure;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Case as a chart shows it, in documents per second; null: failed, or no rate is published. */
record CaseBar(
        String name,
        @Nullable Summary rate,
        boolean repeated,
        @Nullable Double published) {

    private static final double MILLIS = 1e3;

    static CaseBar of(String name, CaseRow row) {
        return new CaseBar(name, rate(row), row.runs().size() > 1, published(row));
    }

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
        PublishedFigure published = row.published();
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
