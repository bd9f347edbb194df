package dev.mongohaul.compare.run;

import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.content.InsertContent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Where the values of a field are cut into parts of as many documents each. */
final class KeyQuantiles {

    private KeyQuantiles() {}

    /**
     * The cuts between the parts, in order, none twice.
     *
     * @param job whose documents are looked at, all of them
     * @param key the field's path
     * @throws ComparisonException where values have no order here, or documents are without one
     */
    static List<BsonValue> of(ImportJob job, String key, int parts) {
        List<BsonValue> values = new ArrayList<>();
        try {
            InsertContent.of(job).each(document -> values.add(value(document, key)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try {
            values.sort(null);
        } catch (ClassCastException e) {
            throw new ComparisonException(
                    "shard.key: the values of %s are of types that have no order here: use hashed".formatted(key), e);
        }
        return IntStream.range(1, parts)
                .mapToObj(part -> values.get((int) ((long) part * values.size() / parts)))
                .distinct()
                .toList();
    }

    private static BsonValue value(BsonDocument document, String key) {
        BsonValue value = document;
        for (String name : key.split("\\.", -1)) {
            value = value instanceof BsonDocument group ? group.get(name) : null;
        }
        if (value == null) {
            throw new ComparisonException("shard.key: a document has no %s".formatted(key));
        }
        return value;
    }
}
