package dev.mongohaul.job.file;

import static java.util.Map.entry;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Keys of job files, and options of commands, that earlier builds had, with what takes their place. */
public final class FormerKeys {

    private static final Map<String, String> SUCCESSORS = Map.ofEntries(
            entry("--allow-deletes", "write --allow-loss=N"),
            entry("--broker", "run 'mongohaul broker', and set MONGOHAUL_BROKER_URL to its address"),
            entry("--broker-port", "run 'mongohaul broker --port', and set MONGOHAUL_BROKER_URL to its address"),
            entry("--twice", "leave it out; test the class of the processor with a record twice"),
            entry("drift.lengths", "leave it out; reports show the longest cell of each column"),
            entry(
                    "snapshot.max-deletes",
                    "set write.max-loss, the count or share of documents that may be removed (10% by default)"),
            entry("source.after.failed-to", "write the folder as the value of failed, such as failed: failed"),
            entry("source.after.to", "write the folder as the value of completed, such as completed: done"),
            entry("source.on-failure", "leave it out; an import stops where a later file could undo an earlier one"),
            entry("source.order", "leave it out; files are imported in the order of their names"),
            entry("source.pick", "write each: newest in place of pick: newest, and each: file in place of pick: all"),
            entry("source.remember", "leave it out; files are known for 400 days after they were seen last"),
            entry(
                    "swap.min-records",
                    "set write.max-loss, the count or share of documents that may be lost: max-loss: 10% in place of min-records: 90%"),
            entry("target.id-only", "write fields: {COLUMN: {to: _id}}, which stores the column as _id alone"),
            entry(
                    "target.indexes[].expire-after",
                    "make the index with mongosh: createIndex({FIELD: 1}, {expireAfterSeconds: N})"),
            entry("target.indexes[].name", "leave it out, or make the index with mongosh"),
            entry("target.indexes[].sparse", "leave it out, or make the index with mongosh"),
            entry("undo.hashes", "write undo: 7d, which keeps hashes of inserted documents too"),
            entry("undo.keep", "write the time as the value of undo, such as undo: 7d"),
            entry("undo.max-size", "leave it out; MONGOHAUL_IMPORT_MAXUNDOSIZE is set where mongohaul runs"),
            entry("workers.manager-works", "leave it out; the process of the import works as workers do"),
            entry("workers.priority", "leave it out; all imports have the same priority"),
            entry("workers.window", "leave it out; workers are invited to 64 partitions at a time"),
            entry("write.compare", "leave it out; documents are compared while at least half of them are unchanged"),
            entry("write.load", "write operation: swap in place of load: swap, and leave out load: direct"),
            entry(
                    "write.upsert",
                    "write operation: upsert in place of replace with upsert: true, operation: merge in place of update with it, and leave out upsert: false"));

    /** Names of settings in other programs, such as Spring Batch and pandas, with those of the keys here. */
    private static final Map<String, String> OF_OTHERS = Map.of(
            "batch-size", "chunk-size",
            "commit-interval", "chunk-size",
            "encoding", "charset",
            "quotechar", "quote",
            "sep", "delimiter",
            "separator", "delimiter",
            "threads", "grid-size");

    private FormerKeys() {}

    /** Returns the last name of the key that other programs give this name; empty if there is none. */
    static Optional<String> nameHere(String name) {
        return Optional.ofNullable(OF_OTHERS.get(name));
    }

    /** Returns what to write in place of a key; empty if there never was such a key. */
    static Optional<String> successor(List<String> key) {
        return successor(String.join(".", key).replaceAll("\\.\\[[0-9]+]", "[]")::equals);
    }

    /** Returns what to write in place of a parameter, which has the full key or its last name, or of an option. */
    public static Optional<String> successor(String name) {
        return successor(former -> former.equals(name) || (former.endsWith("." + name) && !former.contains("[]")));
    }

    private static Optional<String> successor(Predicate<String> name) {
        return SUCCESSORS.entrySet().stream()
                .filter(former -> name.test(former.getKey()))
                .findFirst()
                .map(former -> "is not a setting any more: " + former.getValue());
    }
}
