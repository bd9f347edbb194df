package dev.mongohaul.repository.file;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.nor;
import static com.mongodb.client.model.Filters.type;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.unset;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoWriteException;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.mongo.KeyQueries;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.session.WriteSessions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonType;
import org.bson.conversions.Bson;

/**
 * Store of what is known of the files of jobs, in the collection {@value #COLLECTION}. It outlives the plans of imports, so
 * that a file is not imported again after 'prune'; the server removes it when the file was not seen for {@link #MEMORY}. Thread-safe. All operations are idempotent, and retried while the server
 * is unavailable, as long as the {@link RetryBudget} allows.
 */
public final class KnownFiles {

    public static final String COLLECTION = "mongohaul_files";
    /** How long a file that is not seen any more is known. */
    public static final Duration MEMORY = Duration.ofDays(400);

    /** A file that is seen every night is saved as seen once a day. */
    private static final Duration SEEN = Duration.ofDays(1);

    private static final int ALL = 0;

    private static final String JOB = "_id.job";
    private static final String TARGET = "_id.target";
    private static final String PATH = "_id.path";
    private static final String CONTENT = "_id.content";
    private static final String STATE = "state";
    private static final String UNTIL = "until";
    private static final String IMPORT = "importNumber";
    private static final Bson WAITING = and(type("goes", BsonType.STRING), eq("gone", false));

    private final MongoCollection<KnownFile> files;
    private final RetryBudget retries;

    public KnownFiles(MongoDatabase database, RetryBudget retries) {
        this.retries = retries;
        this.files = database.getCollection(COLLECTION, KnownFile.class)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
    }

    public void createIndexes() {
        IndexOptions waiting = new IndexOptions().name("waiting").partialFilterExpression(WAITING);
        IndexOptions atTheTime = new IndexOptions().expireAfter(0L, TimeUnit.SECONDS);
        files.createIndexes(List.of(
                new IndexModel(Indexes.ascending(JOB, PATH, "at")),
                new IndexModel(Indexes.ascending(JOB, CONTENT)),
                new IndexModel(Indexes.ascending(JOB, "at", "_id")),
                new IndexModel(Indexes.ascending(JOB, IMPORT)),
                new IndexModel(Indexes.ascending(UNTIL), atTheTime),
                new IndexModel(Indexes.ascending(JOB), waiting)));
    }

    /** Returns what was saved last of files of a job and a target, by path, for those that are known. */
    public Map<String, KnownFile> find(String job, String target, Collection<String> paths) {
        Map<String, KnownFile> known = new HashMap<>();
        for (List<String> some : KeyQueries.of(paths, KnownFiles::bytes)) {
            Bson filter = and(eq(JOB, job), in(PATH, some), eq(TARGET, target));
            read(filter, Sorts.ascending("at"))
                    .forEach(file -> known.put(file.id().path(), file));
        }
        return known;
    }

    /** Returns what was saved last of an imported file of a job and a target, failures since then left out. */
    public Optional<KnownFile> findImported(String job, String target, String path) {
        Bson imported = and(
                eq(JOB, job),
                eq(PATH, path),
                eq(TARGET, target),
                in(STATE, FileState.COMPLETED.name(), FileState.FORGOTTEN.name()));
        return read(imported, Sorts.descending("at"), 0, 1).stream().findFirst().filter(KnownFile::isImported);
    }

    private static long bytes(String path) {
        return path.getBytes(StandardCharsets.UTF_8).length + 16L;
    }

    /** Returns the files of a job whose content was imported into a target, or is to be imported again, newest first. */
    public List<KnownFile> findContents(String job, String target, Collection<String> contents) {
        return read(
                and(
                        eq(JOB, job),
                        in(CONTENT, contents),
                        eq(TARGET, target),
                        in(STATE, FileState.COMPLETED.name(), FileState.FORGOTTEN.name())),
                Sorts.descending("at"));
    }

    /**
     * Returns what is known of files by path, and of the newest by time of the files in the folder of the last of them that were
     * imported or failed, and whose paths come after it.
     */
    public Map<String, KnownFile> findWithNewest(String job, String target, List<String> paths) {
        Map<String, KnownFile> found = new HashMap<>(find(job, target, paths));
        if (!paths.isEmpty()) {
            String path = paths.get(paths.size() - 1);
            String folder = path.substring(0, path.lastIndexOf('/') + 1);
            Bson ended = and(
                    eq(JOB, job),
                    eq(TARGET, target),
                    gt(PATH, path),
                    lt(PATH, folder + Character.MAX_VALUE),
                    in(STATE, FileState.COMPLETED.name(), FileState.FAILED.name()));
            read(ended, Sorts.descending("mark.modified"), 0, 1)
                    .forEach(newest -> found.put(newest.id().path(), newest));
        }
        return found;
    }

    /** Returns the files of a job whose move or deletion was not saved as done. */
    public List<KnownFile> findWaiting(String job) {
        return read(and(eq(JOB, job), WAITING), Sorts.ascending("at"));
    }

    /** Returns what is known of the files of a job, newest first, without failures of files that were imported later. */
    public List<KnownFile> ofJob(String job) {
        return ofJob(job, 0, ALL);
    }

    /** Returns at most this number of stored files, as {@link #ofJob(String)} does, after the number that is skipped. */
    public List<KnownFile> ofJob(String job, int skip, int most) {
        List<KnownFile> all = read(eq(JOB, job), Sorts.descending("at", "_id"), skip, most);
        Set<Object> imported = new HashSet<>();
        List<KnownFile> known = new ArrayList<>();
        for (KnownFile file : all) {
            String path = file.id().target() + " " + file.id().path();
            boolean later = imported.contains(path) || imported.contains(file.importNumber());
            if (file.state() != FileState.FAILED || !later) {
                known.add(file);
            }
            if (file.isImported()) {
                imported.add(path);
                if (file.importNumber() > 0) {
                    imported.add(file.importNumber());
                }
            }
        }
        return known;
    }

    /** Returns how many files of a job are stored. */
    public long count(String job) {
        return retries.call("count files", () -> files.countDocuments(eq(JOB, job)));
    }

    /** Returns the files of imports of a job, in the order in which they were saved, up to a number of them. */
    public List<KnownFile> ofImports(String job, Collection<Long> importNumbers, int most) {
        return read(and(eq(JOB, job), in(IMPORT, importNumbers)), Sorts.ascending("at"), 0, most);
    }

    private List<KnownFile> read(Bson filter, Bson sort) {
        return read(filter, sort, 0, ALL);
    }

    private List<KnownFile> read(Bson filter, Bson sort, int skip, int most) {
        return retries.call(
                "read what is known of files",
                () -> files.find(filter).sort(sort).skip(skip).limit(most).into(new ArrayList<>()));
    }

    /** Saves what is known of a file, unless anything is. */
    public void saveIfAbsent(KnownFile file) {
        retries.run("save what is known of a file", () -> {
            try {
                files.insertOne(file);
            } catch (MongoWriteException e) {
                requireDuplicate(e);
            }
        });
    }

    /**
     * Saves what is known of a file, unless the file was forgotten since its import.
     *
     * @param sessions of the process that has the import
     * @return whether it is saved
     */
    public boolean save(KnownFile file, WriteSessions sessions) {
        return sessions.change("save what is known of a file", retries, session -> {
            while (true) {
                try {
                    files.replaceOne(session.client(), unlessForgotten(file), file, new ReplaceOptions().upsert(true));
                    return true;
                } catch (MongoWriteException e) {
                    requireDuplicate(e);
                    if (files.countDocuments(session.client(), forgotten(file)) > 0) {
                        return false;
                    }
                    // Another process has saved something of the file in this moment.
                }
            }
        });
    }

    /** Saves that a file is moved or deleted, unless the file was forgotten since its import. */
    public void saveGone(KnownFile file, WriteSessions sessions) {
        Bson gone = combine(set("gone", true), file.reason() == null ? unset("reason") : set("reason", file.reason()));
        sessions.change(
                "save that a file is moved",
                retries,
                session -> files.updateOne(
                        session.client(),
                        and(eq(file.id()), eq(STATE, file.state().name()), eq(IMPORT, file.importNumber())),
                        gone));
    }

    private static void requireDuplicate(MongoWriteException e) {
        if (e.getError().getCategory() != ErrorCategory.DUPLICATE_KEY) {
            throw e;
        }
    }

    private static Bson unlessForgotten(KnownFile file) {
        // Without an import, there is none that could have been undone.
        return file.isImported() && file.importNumber() > 0
                ? and(eq(file.id()), nor(and(eq(STATE, FileState.FORGOTTEN.name()), eq(IMPORT, file.importNumber()))))
                : eq(file.id());
    }

    private static Bson forgotten(KnownFile file) {
        return and(eq(file.id()), eq(STATE, FileState.FORGOTTEN.name()), eq(IMPORT, file.importNumber()));
    }

    /** Saves that known files of a job are there, which is saved once a day. */
    public void saveSeen(String job, Collection<KnownFile> known, Instant now) {
        Instant until = now.plus(MEMORY);
        List<String> paths = known.stream()
                .filter(file -> file.until().isBefore(until.minus(SEEN)))
                .map(file -> file.id().path())
                .toList();
        for (List<String> some : KeyQueries.of(paths, KnownFiles::bytes)) {
            retries.run(
                    "save that files are there",
                    () -> files.updateMany(and(eq(JOB, job), in(PATH, some)), set(UNTIL, until)));
        }
    }

    /** Marks what is known of a file as forgotten, so that it is imported again; returns whether anything was known. */
    public boolean forget(String job, String path) {
        return forget(and(eq(JOB, job), eq(PATH, path))) > 0;
    }

    /** Marks what is known of the files of an import as forgotten, so that they are imported again. */
    public void forget(String job, long importNumber) {
        forget(and(eq(JOB, job), eq(IMPORT, importNumber)));
    }

    /** Saves that a file counts as imported by another import than the one that imported it last. */
    public void handOver(FileId file, long from, long to) {
        Bson imported = and(eq(file), eq(STATE, FileState.COMPLETED.name()), eq(IMPORT, from));
        retries.run("save the import of a file", () -> files.updateOne(imported, set(IMPORT, to)));
    }

    private long forget(Bson known) {
        retries.run("leave a file where it is", () -> files.updateMany(and(known, eq("gone", false)), unset("goes")));
        // The same content may have been seen since under another name: what was saved last is true.
        Bson forgotten = combine(set(STATE, FileState.FORGOTTEN.name()), set("at", Instant.now()));
        return retries.call("forget a file", () -> files.updateMany(known, forgotten))
                .getMatchedCount();
    }
}
