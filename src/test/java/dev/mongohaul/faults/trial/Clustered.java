package dev.mongohaul.faults.trial;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.mongohaul.faults.input.Input;
import dev.mongohaul.faults.oracle.Figures;
import dev.mongohaul.faults.oracle.Violation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bson.Document;

/**
 * Subject whose target is clustered. If it inserts and has no rejects, the import creates the target; else the target exists
 * before.
 */
public record Clustered(Subject subject) implements Subject {

    private static final Document FOREIGN = new Document("foreign", true);

    private boolean isNew() {
        return subject instanceof OneOperation one && !one.replace() && !one.hasRejects();
    }

    @Override
    public int rows() {
        return subject.rows();
    }

    @Override
    public boolean changes() {
        return subject.changes();
    }

    @Override
    public void writeInput(Path file) {
        subject.writeInput(file);
    }

    @Override
    public String jobFile() {
        return subject.jobFile().replace("{ collection: target", "{ collection: target, clustered: true");
    }

    /** A collection cannot be changed: it is made again. */
    @Override
    public void makeTarget(MongoDatabase database) {
        subject.makeTarget(database);
        MongoCollection<Document> target = database.getCollection("target");
        List<Document> documents = target.find().into(new ArrayList<>());
        Document options = database.listCollections().first().get("options", Document.class);
        List<Document> indexes = target.listIndexes().into(new ArrayList<>());
        target.drop();
        if (isNew()) {
            return;
        }
        Document create = new Document("create", "target")
                .append("clusteredIndex", new Document("key", new Document("_id", 1)).append("unique", true));
        create.putAll(options);
        database.runCommand(create);
        target.insertMany(documents);
        indexes.removeIf(index -> index.getString("name").equals("_id_"));
        if (!indexes.isEmpty()) {
            database.runCommand(new Document("createIndexes", "target").append("indexes", indexes));
        }
    }

    @Override
    public void writeAhead(MongoCollection<Document> target) {
        subject.writeAhead(target);
    }

    @Override
    public boolean hasRejects() {
        return subject.hasRejects();
    }

    @Override
    public List<Violation> check(Iterable<Document> documents, Path rejects, String name, Figures figures) {
        if (!isNew()) {
            return subject.check(documents, rejects, name, figures);
        }
        List<Document> all = new ArrayList<>(Collections.nCopies(Input.TAKEN_CODES, FOREIGN));
        documents.forEach(all::add);
        return subject.check(all, rejects, name, figures);
    }

    @Override
    public String toString() {
        return subject + (isNew() ? " new" : "") + " clustered";
    }
}
