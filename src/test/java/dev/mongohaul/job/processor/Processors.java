package dev.mongohaul.job.processor;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.springframework.batch.infrastructure.item.ItemProcessor;

/** Processors of the tests. */
public final class Processors {

    private Processors() {}

    /** Filters negative amounts, fails on 13, and doubles the others. */
    public static final class OfDocuments implements ItemProcessor<Document, Document>, AutoCloseable {

        public static final AtomicInteger CREATED = new AtomicInteger();
        public static final AtomicInteger CLOSED = new AtomicInteger();

        private final String suffix;

        public OfDocuments(Map<String, Object> settings) {
            CREATED.incrementAndGet();
            suffix = settings.getOrDefault("suffix", "").toString();
        }

        @Override
        public Document process(Document item) {
            int amount = item.getInteger("amount");
            if (amount == 13) {
                throw new IllegalArgumentException("13 brings bad luck");
            }
            if (amount < 0) {
                return null;
            }
            return item.append("amount", amount * 2)
                    .append("name", item.getString("name").toUpperCase(Locale.ROOT) + suffix);
        }

        @Override
        public void close() {
            CLOSED.incrementAndGet();
        }
    }

    /** A class with the fields of the documents. */
    public static final class Item {

        String id;
        Integer amount;
        String name;
    }

    /** As {@link OfDocuments}, of entities. */
    public static final class OfItems implements ItemProcessor<Item, Item> {

        @Override
        public Item process(Item item) {
            if (item.amount == 13) {
                throw new IllegalArgumentException("13 brings bad luck");
            }
            if (item.amount < 0) {
                return null;
            }
            Item doubled = new Item();
            doubled.amount = item.amount * 2;
            doubled.name = item.name.toUpperCase(Locale.ROOT);
            return doubled;
        }
    }

    /** Does what the record's name says. */
    public static final class Obedient implements ItemProcessor<Document, Document> {

        @Override
        public Document process(Document item) throws Exception {
            switch (item.getString("name")) {
                case "other id" -> item.put("_id", "other");
                case "no id" -> item.remove("_id");
                case "new" -> {
                    return new Document("amount", item.get("amount"));
                }
                case "object" -> item.put("it", new Object());
                case "dollar" -> item.put("$it", 1);
                case "dot" -> item.put("a.b", 1);
                case "nested null" -> item.put("address", null);
                case "nested text" -> item.put("address", "Ulm");
                case "nested dot" -> item.get("address", Document.class).put("geo.lat", 1);
                case "deep" -> item.put("it", nested(160));
                case "large" -> item.put("it", "x".repeat(17 << 20));
                case "checked" -> throw new java.io.IOException();
                case "no method" -> throw new NoSuchMethodError("com.acme.Library.call()");
                case "date" -> item.put("it", java.time.LocalDate.of(2026, 11, 26));
                default -> {}
            }
            return item;
        }

        private static Document nested(int levels) {
            Document document = new Document();
            for (int level = 1; level < levels; level++) {
                document = new Document("d", document);
            }
            return document;
        }
    }
}
