package dev.mongohaul.faults.trial;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.ValidationOptions;
import dev.mongohaul.faults.input.DeltaInput;
import dev.mongohaul.faults.input.DeltaRules;
import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.oracle.DeltaOracle;
import dev.mongohaul.faults.oracle.Figures;
import dev.mongohaul.faults.oracle.Violation;
import java.nio.file.Path;
import java.util.List;
import org.bson.Document;

/** An input whose records each name their operation. */
public record Delta(DeltaInput input, DeltaRules rules) implements Subject {

    public static Delta draw(Draw draw, int rows) {
        return new Delta(new DeltaInput(draw.seed(), rows), DeltaRules.draw(draw));
    }

    @Override
    public int rows() {
        return input.rows();
    }

    @Override
    public boolean changes() {
        return true;
    }

    @Override
    public void writeInput(Path file) {
        input.write(file);
    }

    @Override
    public String jobFile() {
        return """
                source: { files: input.csv }
                target: { collection: target, id: [id] }
                fields: { id: { to: _id, type: int64 }, amount: int32 }
                write:
                  operation: { column: op, values: { I: insert, U: %s, D: delete } }
                  ordered: %s
                  unmatched: %s
                rejects: { limit: unlimited }
                """.formatted(
                rules.upsert() ? "merge" : "update", rules.ordered(), rules.rejectUnmatched() ? "reject" : "count");
    }

    @Override
    public void makeTarget(MongoDatabase database) {
        database.drop();
        database.createCollection(
                "target",
                new CreateCollectionOptions()
                        .validationOptions(new ValidationOptions().validator(Filters.gte("amount", 0))));
        MongoCollection<Document> target = database.getCollection("target");
        target.insertMany(input.before().toList());
    }

    @Override
    public boolean hasRejects() {
        return new DeltaOracle(input, rules).hasRejects();
    }

    @Override
    public List<Violation> check(Iterable<Document> documents, Path rejects, String name, Figures figures) {
        return new DeltaOracle(input, rules).check(documents, rejects, name, figures);
    }

    @Override
    public String toString() {
        return "%d operations %s".formatted(rows(), rules);
    }
}
