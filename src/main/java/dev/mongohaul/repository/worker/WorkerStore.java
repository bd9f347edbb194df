package dev.mongohaul.repository.worker;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateOptions;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;

/**
 * Store of the present workers, in the collection {@value #COLLECTION}. It is for people only: no decision depends on it.
 * Thread-safe.
 */
public final class WorkerStore {

    static final String COLLECTION = "mongohaul_workers";

    private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);

    private static final Document UNSEEN = Document.parse("{$expr: {$lt: ['$seen', {$subtract: ['$$NOW', 60000]}]}}");

    private static final List<Document> SEEN = List.of(
            Document.parse("{$match: {$expr: {$gte: ['$seen', {$subtract: ['$$NOW', 60000]}]}}}"),
            Document.parse("{$sort: {host: 1, pid: 1}}"),
            Document.parse("""
                    {$project: {
                        _id: 0,
                        worker: '$$ROOT',
                        secondsAgo: {$toLong: {$divide: [{$subtract: ['$$NOW', '$seen']}, 1000]}}}}"""));

    private final MongoCollection<StoredWorker> workers;

    public WorkerStore(MongoDatabase database) {
        this.workers = database.getCollection(COLLECTION, StoredWorker.class);
    }

    /** Saves that a worker is there. */
    public void save(StoredWorker worker) {
        Document fields = new Document("host", worker.host())
                .append("pid", worker.pid())
                .append("version", worker.version())
                .append("threads", worker.threads())
                .append("since", worker.since())
                .append("seen", "$$NOW")
                .append("partitions", worker.partitions())
                .append("unfit", new Document("$literal", worker.unfit()));
        workers.updateOne(Filters.eq(worker.id()), List.of(new Document("$set", fields)), UPSERT);
    }

    /** Removes a worker that ends. */
    public void remove(String id) {
        workers.deleteOne(Filters.eq(id));
    }

    /** Removes the workers that were not seen within the last minute. */
    public void removeUnseen() {
        workers.deleteMany(UNSEEN);
    }

    /** Returns the workers that were seen within the last minute, by host and process. */
    public List<SeenWorker> list() {
        return workers.aggregate(SEEN, SeenWorker.class).into(new ArrayList<>());
    }
}
