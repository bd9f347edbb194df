package dev.mongohaul.repository.run;

import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/**
 * Difference between the content of an import and that of earlier imports of the job.
 *
 * @param figure records, blanks or misfits; new-column or missing-column; others for those that are not listed
 * @param column null for the number of records
 * @param value of the import; null for a column that is new or missing
 * @param usual median of earlier imports; null for a column that is new or missing
 * @param breach whether a limit of the job is exceeded, so that nothing may be swapped or deleted because of the content
 * @param text for the user, without a line break
 */
public record Deviation(
        String figure,
        @Nullable String column,
        @Nullable Double value,
        @Nullable Double usual,
        boolean breach,
        String text) {

    private static final String KEY = "mongohaul.drift";
    private static final int MOST_STORED = 50;

    /** Stores the first {@value #MOST_STORED} with a run, and the number of the others. */
    public static void putInto(ExecutionContext context, List<Deviation> all) {
        if (all.isEmpty()) {
            context.remove(KEY);
            return;
        }
        List<Document> stored = new ArrayList<>(
                all.stream().limit(MOST_STORED).map(Deviation::toDocument).toList());
        int others = all.size() - stored.size();
        if (others > 0) {
            boolean breach = all.stream().skip(MOST_STORED).anyMatch(Deviation::breach);
            stored.add(new Deviation("others", null, (double) others, null, breach, others + " more").toDocument());
        }
        context.putString(KEY, new Document(KEY, stored).toJson());
    }

    /** Returns those that are stored with a run; none if the run did not compare its content. */
    static List<Deviation> of(ExecutionContext context) {
        return context.containsKey(KEY)
                ? Document.parse(context.getString(KEY)).getList(KEY, Document.class).stream()
                        .map(Deviation::of)
                        .toList()
                : List.of();
    }

    private Document toDocument() {
        return new Document("figure", figure)
                .append("column", column)
                .append("value", value)
                .append("usual", usual)
                .append("breach", breach)
                .append("text", text);
    }

    private static Deviation of(Document stored) {
        return new Deviation(
                stored.getString("figure"),
                stored.getString("column"),
                stored.getDouble("value"),
                stored.getDouble("usual"),
                stored.getBoolean("breach", false),
                stored.getString("text"));
    }
}
