package dev.mongohaul.faults.trial;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.faults.oracle.Figures;
import dev.mongohaul.faults.oracle.Violation;
import java.nio.file.Path;
import java.util.List;
import org.bson.Document;

/** What is imported, which no launch of it may change, and the truth about what must come of it. */
public interface Subject {

    /** Records of the input. */
    int rows();

    /** Whether it does more than insert: it is read as one range then, and few writers can do it. */
    boolean changes();

    void writeInput(Path file);

    String jobFile();

    /** Creates the collection again as the import is to find it. */
    void makeTarget(MongoDatabase database);

    /** Whether some records must end in the reject file. */
    boolean hasRejects();

    /**
     * Everything that is not as it must be when an import says that it is completed.
     *
     * @param documents of the target
     * @param rejects the folder of reject files, which need not exist
     * @param name of the reject files, without their suffixes
     */
    List<Violation> check(Iterable<Document> documents, Path rejects, String name, Figures figures);
}
