package dev.mongohaul.faults.trial;

import com.mongodb.MongoException;
import com.mongodb.client.MongoDatabase;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;

/** Reads the progress of an import from the server. */
public final class Progress {

    private final MongoDatabase database;
    private final Subject subject;
    private final long before;

    Progress(MongoDatabase database, Subject subject) {
        this.database = database;
        this.subject = subject;
        this.before = documents();
    }

    /** Returns the settled part of the records, from 0 to 1; 0 if the server is unavailable. */
    public double fraction() {
        try {
            double counted = subject.changes() ? 0 : (documents() - before) / (double) subject.rows();
            return Math.min(1, Math.max(counted, settled()));
        } catch (MongoException e) {
            return 0;
        }
    }

    /** Returns whether all partitions are finished; false if the server is unavailable. */
    public boolean allSettled() {
        try {
            List<Document> partitions = partitions();
            return !partitions.isEmpty() && partitions.stream().allMatch(partition -> partition.getBoolean("finished"));
        } catch (MongoException e) {
            return false;
        }
    }

    private long documents() {
        return database.getCollection("target").estimatedDocumentCount();
    }

    private double settled() {
        long bytes = 0;
        long done = 0;
        for (Document partition : partitions()) {
            bytes += partition.getLong("to") - partition.getLong("from");
            done += partition.getLong("doneTo") - partition.getLong("from");
        }
        return bytes == 0 ? 0 : done / (double) bytes;
    }

    private List<Document> partitions() {
        return database.getCollection("mongohaul_partitions")
                .find()
                .map(partition -> partition.get("progress", Document.class))
                .into(new ArrayList<>());
    }
}
