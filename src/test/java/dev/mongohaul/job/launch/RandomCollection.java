package dev.mongohaul.job.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bson.Document;

/** Options and indexes of a collection, drawn from a seed. Rows of {@link Rows} fit all of them. */
final class RandomCollection {

    private static final List<String> OPTIONS = List.of(
            "{validator: {n: {$exists: true}}}",
            "{validator: {text: {$type: 'string'}}, validationLevel: 'moderate', validationAction: 'warn'}",
            "{changeStreamPreAndPostImages: {enabled: true}}",
            "{storageEngine: {wiredTiger: {configString: 'block_compressor=zlib'}}}",
            "{indexOptionDefaults: {storageEngine: {wiredTiger: {configString: 'block_compressor=zlib'}}}}",
            "{clusteredIndex: {key: {_id: 1}, unique: true, name: 'by id'}, expireAfterSeconds: 100000}",
            "{collation: {locale: 'de', strength: 1}}",
            "{collation: {locale: 'simple'}}");

    private static final List<String> INDEXES = List.of(
            "{key: {n: 1}, unique: true}",
            "{key: {n: 1, text: -1}}",
            "{key: {n: 2.5}}",
            "{key: {other: 1}, v: 1}",
            "{key: {text: 1}, unique: true, sparse: true}",
            "{key: {text: -1}, partialFilterExpression: {n: {$gt: '1'}}}",
            "{key: {day: 1}, expireAfterSeconds: 3600}",
            "{key: {'$**': 1}, wildcardProjection: {n: 1}}",
            "{key: {n: 'hashed'}}",
            "{key: {text: 'text'}, weights: {text: 5}, default_language: 'german'}",
            "{key: {place: '2dsphere'}}",
            "{key: {point: '2d'}, min: -10, max: 10}",
            "{key: {hidden: 1}, hidden: true}",
            "{key: {soon: 1}, prepareUnique: true}",
            "{key: {packed: 1}, storageEngine: {wiredTiger: {configString: 'block_compressor=zlib'}}}");

    private static final List<String> COLLATIONS = List.of("simple", "de", "fr");

    private final Random random;

    RandomCollection(long seed) {
        random = new Random(seed);
    }

    Document options() {
        Document options = new Document();
        for (String option : OPTIONS) {
            if (random.nextInt(3) == 0) {
                options.putAll(Document.parse(option));
            }
        }
        return options;
    }

    /** Indexes that take a collation have a random one, or that of the collection. */
    List<Document> indexes() {
        List<Document> indexes = new ArrayList<>();
        for (String each : INDEXES) {
            Document index = Document.parse(each).append("name", "index " + indexes.size());
            boolean simple = each.contains("'text'") || each.contains("'2d'");
            if (simple) {
                index.append("collation", new Document("locale", "simple"));
            } else if (!index.containsKey("v") && random.nextBoolean()) {
                index.append("collation", new Document("locale", COLLATIONS.get(random.nextInt(COLLATIONS.size()))));
            }
            if (random.nextInt(3) == 0) {
                indexes.add(index);
            }
        }
        return indexes;
    }
}
