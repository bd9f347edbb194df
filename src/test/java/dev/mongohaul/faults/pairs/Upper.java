package dev.mongohaul.faults.pairs;

import java.util.Locale;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.ItemProcessor;

/** Processor of the cases: names in upper case, and a record that it filters. */
public final class Upper implements ItemProcessor<Document, Document> {

    static final int FILTERED = 6;

    @Override
    public @Nullable Document process(Document item) {
        Object id = item.containsKey("id") ? item.get("id") : item.get("_id");
        if (Integer.valueOf(FILTERED).equals(id)) {
            return null;
        }
        item.put("name", item.getString("name").toUpperCase(Locale.ROOT));
        return item;
    }
}
