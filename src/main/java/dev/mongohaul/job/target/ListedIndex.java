package dev.mongohaul.job.target;

import org.bson.Document;

/** Index as the server lists it, which {@code createIndexes} does not always take as it is. */
final class ListedIndex {

    private static final Document SIMPLE = new Document("locale", "simple");

    private ListedIndex() {}

    /**
     * Returns the specification that creates an equal index. Servers before MongoDB 9.0 list an index without a collation, and
     * would give it the default collation of its collection; indexes of version 1 have none. Servers before MongoDB 3.4 took
     * values in keys that stand for an ascending order.
     *
     * @param collated whether the collection has a default collation
     */
    static Document creating(Document listed, boolean collated) {
        Document created = new Document(listed);
        Document keys = new Document();
        listed.get("key", new Document()).forEach((field, value) -> keys.append(field, isLegacy(value) ? 1 : value));
        created.put("key", keys);
        if (collated && listed.getInteger("v", 2) > 1) {
            created.putIfAbsent("collation", SIMPLE);
        }
        return created;
    }

    private static boolean isLegacy(Object value) {
        if (value instanceof Number number) {
            return number.doubleValue() == 0 || Double.isNaN(number.doubleValue());
        }
        return !(value instanceof String kind) || kind.isEmpty();
    }
}
