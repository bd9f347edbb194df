package dev.mongohaul.faults.inbox;

import com.mongodb.ReadConcern;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;

/** What the repository says of the imports of files. */
public record InboxState(MongoDatabase database) {

    /** Returns the number of completed imports, which a majority may not have yet. */
    public long completed() {
        return database.getCollection("mongohaul_imports")
                .withReadConcern(ReadConcern.LOCAL)
                .countDocuments(Filters.eq("state", "COMPLETED"));
    }

    /** Returns whether a file is to be moved or deleted, which a majority may not know yet. */
    public boolean isWaiting() {
        return database.getCollection("mongohaul_files")
                        .withReadConcern(ReadConcern.LOCAL)
                        .countDocuments(Filters.and(Filters.ne("goes", null), Filters.eq("gone", false)))
                > 0;
    }

    boolean isCompleted(Delivery delivery) {
        return plans().stream().anyMatch(plan -> isOf(plan, delivery) && "COMPLETED".equals(plan.getString("state")));
    }

    boolean isPlanned(Delivery delivery) {
        return plans().stream().anyMatch(plan -> isOf(plan, delivery));
    }

    static boolean isOf(Document plan, Delivery delivery) {
        return plan.getList("inputs", Document.class).stream()
                .anyMatch(input -> input.get("size", Number.class).longValue() == delivery.size());
    }

    /** Returns the path of the file of a plan. */
    static String file(Document plan) {
        return plan.getList("inputs", Document.class).get(0).getString("path");
    }

    /** Returns the plans in the order of their imports. */
    List<Document> plans() {
        return database.getCollection("mongohaul_imports")
                .find()
                .sort(Sorts.ascending("jobInstanceId"))
                .into(new ArrayList<>());
    }

    List<Document> files() {
        return database.getCollection("mongohaul_files").find().into(new ArrayList<>());
    }
}
