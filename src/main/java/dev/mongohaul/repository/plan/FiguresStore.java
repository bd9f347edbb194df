package dev.mongohaul.repository.plan;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.lt;

import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Sorts;
import dev.mongohaul.mongo.RetryBudget;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;

/** Store of the figures of imports, in the collection {@value #COLLECTION}. Thread-safe. Retries as {@link ImportPlans}. */
public final class FiguresStore {

    static final String COLLECTION = "mongohaul_figures";

    /** Adds the state of the import, which decides whether its figures count. */
    private static final Bson STATE = Document.parse("""
            {$lookup: {
                from: '%s',
                let: {import: '$_id'},
                pipeline: [{$match: {$expr: {$eq: ['$_id', '$$import']}}}, {$project: {state: 1}}],
                as: 'plan'}}""".formatted(ImportPlans.COLLECTION));

    private final MongoCollection<ImportFigures> figures;
    private final RetryBudget retries;

    FiguresStore(MongoDatabase database, RetryBudget retries) {
        this.retries = retries;
        this.figures = database.getCollection(COLLECTION, ImportFigures.class)
                .withWriteConcern(WriteConcern.MAJORITY)
                .withReadPreference(ReadPreference.primary());
    }

    void createIndexes() {
        figures.createIndex(Indexes.compoundIndex(Indexes.ascending("job", "target"), Indexes.descending("created")));
    }

    /** Saves the figures of an import, whose lease this process must own. They count once the import is completed. */
    public void save(ImportFigures figuresOfImport) {
        retries.run(
                "save the figures",
                () -> figures.replaceOne(
                        eq(figuresOfImport.key()), figuresOfImport, new ReplaceOptions().upsert(true)));
    }

    /** Returns the figures of an import; empty if it was never read to its end. */
    public Optional<ImportFigures> find(String key) {
        return retries.call(
                "read the figures",
                () -> Optional.ofNullable(figures.find(eq(key)).first()));
    }

    /**
     * Returns the figures of completed imports, newest first.
     *
     * @param before the imports were planned before this time
     * @param most how many at most
     */
    public List<ImportFigures> completed(String job, String target, Instant before, int most) {
        List<Bson> stages = List.of(
                Aggregates.match(and(eq("job", job), eq("target", target), lt("created", before))),
                Aggregates.sort(Sorts.descending("created")),
                STATE,
                Aggregates.match(eq("plan.state", ImportState.COMPLETED.name())),
                Aggregates.limit(most),
                Aggregates.unset("plan"));
        return retries.call("read the figures", () -> figures.aggregate(stages).into(new ArrayList<>()));
    }

    void remove(String key) {
        retries.run("remove the figures", () -> figures.deleteOne(eq(key)));
    }
}
