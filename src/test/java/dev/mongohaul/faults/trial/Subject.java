package dev.mongohaul.faults.trial;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.mongohaul.faults.oracle.Figures;
import dev.mongohaul.faults.oracle.Violation;
import java.nio.file.Path;
import java.util.List;
import org.bson.Document;

/** The input and job of an import, and the expected result. It is the same for all launches of the import. */
public interface Subject {

    /** Returns the number of records in the input. */
    int rows();

    /** Returns whether the import updates, replaces or deletes documents, which few writers support. */
    boolean changes();

    void writeInput(Path file);

    String jobFile();

    /** Drops the database, and creates the target with the documents that it has before the import. */
    void makeTarget(MongoDatabase database);

    /** Writes documents that the import would not change, so that it must not find them if they are not replicated. */
    default void writeAhead(MongoCollection<Document> target) {}

    /** Returns whether some records must be in the reject file. */
    boolean hasRejects();

    /**
     * Compares the result of a completed import with the expected one.
     *
     * @param documents of the target
     * @param rejects folder of the reject files; it may be missing
     * @param name of the reject files, without their suffixes
     */
    List<Violation> check(Iterable<Document> documents, Path rejects, String name, Figures figures);
}
