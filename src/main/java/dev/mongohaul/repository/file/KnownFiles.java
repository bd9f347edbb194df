package dev.mongohaul.repository.file;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.ne;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.set;

import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.mongo.KeyQueries;
import dev.mongohaul.mongo.RetryBudget;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.conversions.Bson;

/**
 * Store of what is known of the files of jobs, in the collection {@value #COLLECTION}. It outlives the plans of imports, so
 * that a file is not imported again after 'prune'. Thread-safe. All operations are idempotent, and retried while the server
 * is unavailable, as long as the {@link RetryBudget} allows.
 */
public final class KnownFiles {

    public static final String COLLECTION = "mongohaul_files";

    /** A file that is seen every night is saved as seen once a day. */
    private static final Duration SEEN = Duration.ofDays(1);

    private static final String JOB = "_id.job";
    private static final String PATH = "_id.path";
    private static final String STATE = "state";
    private static final String UNTIL = "until";

    private final MongoCollection<KnownFile> files;
    private final RetryBudget retries;

    public KnownFiles(MongoDatabase database, RetryBudget retries) {
        this.retries = retries;
        this.files = database.getCollection(COLLECTION, KnownFile.class)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
    }

    public void createIndexes() {
        files.createIndex(Indexes.ascending(JOB, PATH, "at"));
        files.createIndex(Indexes.ascending(JOB, "_id.content"));
        files.createIndex(Indexes.ascending(UNTIL));
    }

    /** Returns what was saved last of files of a job, by path, for those that are known. */
    public Map<String, KnownFile> find(String job, Collection<String> paths) {
        Map<String, KnownFile> known = new HashMap<>();
        for (List<String> some : KeyQueries.of(paths, KnownFiles::bytes)) {
            Bson filter = and(eq(JOB, job), in(PATH, some));
            read(filter, Sorts.ascending("at"))
                    .forEach(file -> known.put(file.id().path(), file));
        }
        return known;
    }

    private static long bytes(String path) {
        return path.getBytes(StandardCharsets.UTF_8).length + 16L;
    }

    /** Returns the file of a job whose content was imported, or is to be imported again; empty if there is none. */
    public Optional<KnownFile> findContent(String job, String content) {
        Bson filter = and(
                eq(JOB, job),
                eq("_id.content", content),
                in(STATE, FileState.COMPLETED.name(), FileState.FORGOTTEN.name()));
        return read(filter, Sorts.descending("at")).stream().findFirst();
    }

    /** Returns the files of a job whose move or deletion was not saved as done. */
    public List<KnownFile> findWaiting(String job) {
        return read(and(eq(JOB, job), eq("gone", false), ne("goes", null)), Sorts.ascending("at"));
    }

    /** Returns all that is known of the files of a job, newest first. */
    public List<KnownFile> ofJob(String job) {
        return read(eq(JOB, job), Sorts.descending("at"));
    }

    private List<KnownFile> read(Bson filter, Bson sort) {
        return retries.call(
                "read what is known of files",
                () -> files.find(filter).sort(sort).into(new ArrayList<>()));
    }

    public void save(KnownFile file) {
        retries.run(
                "save what is known of a file",
                () -> files.replaceOne(eq(file.id()), file, new ReplaceOptions().upsert(true)));
    }

    /** Saves that a file is moved or deleted. */
    public void saveGone(FileId file) {
        retries.run("save that a file is moved", () -> files.updateOne(eq(file), set("gone", true)));
    }

    /** Saves that files of a job are there. */
    public void saveSeen(String job, Collection<String> paths, Instant now, Duration remember) {
        Instant until = now.plus(remember);
        for (List<String> some : KeyQueries.of(paths, KnownFiles::bytes)) {
            Bson old = and(eq(JOB, job), in(PATH, some), lt(UNTIL, until.minus(SEEN)));
            retries.run("save that files are there", () -> files.updateMany(old, set(UNTIL, until)));
        }
    }

    /** Marks what is known of a file as forgotten, so that it is imported again; returns whether anything was known. */
    public boolean forget(String job, String path) {
        return forget(and(eq(JOB, job), eq(PATH, path))) > 0;
    }

    /** Marks what is known of the files of an import as forgotten, so that they are imported again. */
    public void forget(String job, long importNumber) {
        forget(and(eq(JOB, job), eq("importNumber", importNumber)));
    }

    private long forget(Bson known) {
        Bson forgotten = combine(set(STATE, FileState.FORGOTTEN.name()), set("goes", null));
        return retries.call("forget a file", () -> files.updateMany(known, forgotten))
                .getMatchedCount();
    }

    /** Removes what is known of files that were not seen for their time; returns how many. */
    public long removeUnseen(String job, Instant now, boolean dryRun) {
        Bson unseen = and(eq(JOB, job), lt(UNTIL, now));
        return retries.call(
                "remove what is known of files",
                () -> dryRun
                        ? files.countDocuments(unseen)
                        : files.deleteMany(unseen).getDeletedCount());
    }
}
