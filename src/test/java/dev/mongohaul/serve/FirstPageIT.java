package dev.mongohaul.serve;

import static org.awaitility.Awaitility.await;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.serve.security.Access;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code serve} does for its first page. */
class FirstPageIT {

    @TempDir
    private Path folder;

    @Test
    void pageOfAnImportedJobIsLaidOutAfterTheStart() throws Exception {
        Files.createDirectory(folder.resolve("jobs"));
        String database = TestServer.database("first");
        try (Dashboard earlier = Dashboard.start(database, folder)) {
            DashboardJobs jobs = new DashboardJobs(earlier, folder);
            jobs.create("and-new", "n", "1\n");
            jobs.create("imported", "n", "1\n");
            jobs.start("imported");
            jobs.ended("imported");
            MongoDatabase stored = earlier.database();
            stored.runCommand(new Document("profile", 2));

            try (Served later = Served.start(
                    database, folder.resolve("jobs"), Access.of("127.0.0.1", List.of(), Optional.empty()))) {
                await().until(() -> later.database()
                                .getCollection("system.profile")
                                .countDocuments(Filters.and(
                                        Filters.eq("command.find", "mongohaul_files"),
                                        Filters.eq("command.filter", new Document("_id.job", "imported"))))
                        == 1);
            }
            stored.runCommand(new Document("profile", 0));
        }
    }
}
