package dev.mongohaul.faults.trial;

import com.mongodb.MongoException;
import com.mongodb.client.MongoDatabase;
import java.util.List;
import org.bson.Document;

/** Looks from outside how far an import came. */
public final class Progress {

    private final MongoDatabase database;
    private final Subject subject;
    private final long before;

    Progress(MongoDatabase database, Subject subject) {
        this.database = database;
        this.subject = subject;
        this.before = documents();
    }

    /** From 0 to 1; the last known value while the server is away. */
    public double fraction() {
        try {
            double counted = subject.changes() ? 0 : (documents() - before) / (double) subject.rows();
            return Math.min(1, Math.max(counted, settled()));
        } catch (MongoException e) {
            return 0;
        }
    }

    /** Whether all records are read and settled, so that only the end is missing. */
    public boolean atItsEnd() {
        try {
            List<Document> pieces = pieces();
            return !pieces.isEmpty() && pieces.stream().allMatch(piece -> piece.getBoolean("finished"));
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
        for (Document piece : pieces()) {
            bytes += piece.getLong("to") - piece.getLong("from");
            done += piece.getLong("doneTo") - piece.getLong("from");
        }
        return bytes == 0 ? 0 : done / (double) bytes;
    }

    private List<Document> pieces() {
        Document plan = database.getCollection("mongohaul_imports").find().first();
        return plan == null ? List.of() : plan.getList("pieces", Document.class);
    }
}
