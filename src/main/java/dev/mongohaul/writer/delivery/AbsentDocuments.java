package dev.mongohaul.writer.delivery;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCursor;
import dev.mongohaul.mongo.KeyQueries;
import dev.mongohaul.writer.send.DocumentSender;
import dev.mongohaul.writer.send.MatchFilter;
import dev.mongohaul.writer.send.MatchKey;
import dev.mongohaul.writer.send.WriteCommand;
import dev.mongohaul.writer.send.WriteSettings;
import dev.mongohaul.writer.send.WriteTarget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records whose documents the target lacks. An upsert or merge adds them, and they are sent as inserts: to
 * find that a key is missing, an upsert passes all keys after it that others add at the same time, and an insert does not.
 *
 * <p>A read of the current documents shows which are absent, if the chunk needs one. Else the keys are looked up in their
 * index, unless the chunk before had only absent documents, or few. Nothing depends on the answer: the server refuses an
 * insert whose key exists, since the index of the keys is unique, and the record is then sent as what it is.
 *
 * <p>On a server of a version that no test knows, the first absent records are sent as upserts, and what the server made of
 * them is compared with what would have been inserted. If it differs, nothing is inserted in place of upserts.
 */
final class AbsentDocuments<D> {

    private static final Logger LOG = LoggerFactory.getLogger(AbsentDocuments.class);

    /** Share of absent documents, as one of so many, below which they are not worth a command of their own. */
    private static final int FEW = 10;

    /** Fewest records that are worth a query. */
    private static final int SMALLEST_QUERY = 100;

    private static final long LONGEST_QUERY_SECONDS = 1;

    /** Number of documents that show what upserts add. */
    private static final int WATCHED = 20;

    private static final JsonWriterSettings WITH_TYPES =
            JsonWriterSettings.builder().outputMode(JsonMode.EXTENDED).build();

    /** Number of queries that took longer than the writes, as those of a clustered collection do, after which none is made. */
    private static final int MOST_SLOW = 3;

    private enum Expected {
        UNKNOWN,
        FEW,
        SOME,
        ALL
    }

    private final DocumentSender<D> sender;
    private final WriteTarget target;
    private final MatchFilter filter;
    private final CompareChoice choice;
    private final boolean possible;
    private Expected expected = Expected.UNKNOWN;
    private long begun;
    private long lookingUp;
    private int slow;
    private List<WriteItem<D>> watched = List.of();

    AbsentDocuments(DocumentSender<D> sender, WriteTarget target, CompareChoice choice) {
        WriteSettings settings = target.settings();
        this.sender = sender;
        this.target = target;
        this.filter = new MatchFilter(settings);
        this.choice = choice;
        this.possible =
                !settings.isMixed() && settings.operation().upserts() && !settings.ordered() && sender.addsByInsert();
    }

    /**
     * Finds the absent documents of a chunk.
     *
     * @param read whether the current documents were read, so that they are found already
     */
    void find(List<WriteItem<D>> items, boolean read) {
        Boolean known = choice.addsAsKnown();
        watched = List.of();
        if (!possible || choice.isStopped() || Boolean.FALSE.equals(known)) {
            items.forEach(item -> item.absent(false));
            return;
        }
        begun = System.nanoTime();
        lookingUp = 0;
        if (!read && expected != Expected.FEW) {
            boolean all = expected == Expected.ALL && known != null;
            if (all || known == null || (slow < MOST_SLOW && items.size() >= SMALLEST_QUERY)) {
                Map<MatchKey, WriteItem<D>> byKey = byKey(items);
                if (!all && !lookUp(byKey)) {
                    items.forEach(item -> item.absent(false));
                }
            }
        }
        long absent = items.stream().filter(WriteItem::isAbsent).count();
        if (absent * FEW < items.stream().filter(item -> !item.isComplete()).count()) {
            items.forEach(item -> item.absent(false));
        }
        if (known == null) {
            watched = items.stream().filter(WriteItem::isAbsent).limit(WATCHED).toList();
            items.forEach(item -> item.absent(false));
        }
    }

    /** Returns the records without an outcome by their keys, without keys that several records have. */
    private Map<MatchKey, WriteItem<D>> byKey(List<WriteItem<D>> items) {
        Map<MatchKey, WriteItem<D>> byKey = new LinkedHashMap<>(2 * items.size());
        for (WriteItem<D> item : items) {
            if (!item.isComplete()) {
                WriteItem<D> another = byKey.putIfAbsent(filter.key(sender.encode(item.document())), item);
                item.absent(another == null);
                if (another != null) {
                    another.absent(false);
                }
            }
        }
        return byKey;
    }

    /** Returns false if the keys cannot be read now. */
    private boolean lookUp(Map<MatchKey, WriteItem<D>> byKey) {
        BsonDocument keys = filter.projection();
        List<RawBsonDocument> sought = new ArrayList<>(byKey.size());
        byKey.values().forEach(item -> sought.add(sender.encode(item.document())));
        long before = System.nanoTime();
        try {
            for (List<RawBsonDocument> query : KeyQueries.of(sought, filter::bytesInAnyOf)) {
                try (MongoCursor<RawBsonDocument> found = target.collection()
                        .find(filter.anyOf(query))
                        .projection(keys)
                        .maxTime(LONGEST_QUERY_SECONDS, TimeUnit.SECONDS)
                        .batchSize(query.size() + 1)
                        .cursor()) {
                    while (found.hasNext()) {
                        WriteItem<D> item = byKey.get(filter.key(found.next()));
                        if (item != null) {
                            item.absent(false);
                        }
                    }
                }
            }
            return true;
        } catch (MongoException failure) {
            LOG.debug("Keys are not looked up", failure);
            return false;
        } finally {
            lookingUp = System.nanoTime() - before;
        }
    }

    /**
     * Learns from a chunk that was delivered.
     *
     * @param changes number of its replacements and updates
     * @param added number of documents that upserts added
     */
    void delivered(List<WriteItem<D>> items, int changes, long added) {
        if (changes == 0) {
            return;
        }
        compareAdded();
        if (2 * lookingUp > System.nanoTime() - begun) {
            slow++;
        }
        long all = added + items.stream().filter(WriteItem::isAbsent).count();
        if (all * FEW < changes) {
            expected = Expected.FEW;
        } else {
            expected = all < changes ? Expected.SOME : Expected.ALL;
        }
    }

    /** Compares what upserts added with what inserts in their place would have added. */
    private void compareAdded() {
        Map<MatchKey, RawBsonDocument> sent = new LinkedHashMap<>();
        watched.stream().filter(item -> item.outcome().equals(Outcome.WRITTEN)).forEach(item -> {
            RawBsonDocument document = sender.encode(item.document());
            sent.put(filter.key(document), document);
        });
        if (sent.isEmpty()) {
            return;
        }
        WriteCommand command = new WriteCommand(target.settings(), filter);
        boolean same = true;
        try {
            for (RawBsonDocument found : target.collection().find(filter.anyOf(List.copyOf(sent.values())))) {
                RawBsonDocument document = sent.remove(filter.key(found));
                same &= document != null && text(found, document).equals(text(command.added(document), document));
            }
        } catch (MongoException failure) {
            LOG.debug("What upserts add is not compared", failure);
            return;
        }
        choice.added(same && sent.isEmpty());
        if (!same) {
            LOG.warn(
                    "This server makes other documents of upserts than the tested versions; new documents are sent as upserts,"
                            + " which takes longer");
        }
    }

    /** Returns the document in the order of its fields, without an _id that the server made. */
    private static String text(RawBsonDocument document, RawBsonDocument sent) {
        BsonDocument decoded = document.decode(new BsonDocumentCodec());
        if (!sent.containsKey("_id")) {
            decoded.remove("_id");
        }
        return decoded.toJson(WITH_TYPES);
    }
}
