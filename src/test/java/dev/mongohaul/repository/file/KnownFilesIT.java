package dev.mongohaul.repository.file;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import dev.mongohaul.csv.place.ObjectMark;
import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.TestServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KnownFilesIT {

    private static final Instant NOW = Instant.parse("2026-11-26T10:00:00Z");

    private final MongoClient client = MongoClients.create(TestServer.uri());
    private final MongoDatabase database = client.getDatabase(TestServer.database("known_files"));
    private final KnownFiles files = new KnownFiles(database, RetryBudget.NONE);

    @BeforeEach
    void create() {
        files.createIndexes();
        for (int number = 0; number < 50; number++) {
            save("/in/" + number, null);
        }
    }

    @AfterEach
    void drop() {
        database.drop();
        client.close();
    }

    @Test
    void fileThatWaitsIsFoundAmongManyOthers() {
        save("/in/7", "/done/7");
        save("/in/8", "");
        StoredFiles.saveGone(database.getName(), known("/in/8"));
        database.runCommand(new Document("profile", 2));

        assertThat(files.findWaiting("job")).extracting(KnownFile::goes).containsExactly("/done/7");

        database.runCommand(new Document("profile", 0));
        assertThat(database.getCollection("system.profile")
                        .find(Filters.eq("command.find", KnownFiles.COLLECTION))
                        .map(query -> query.getInteger("docsExamined")))
                .containsExactly(1);
    }

    @Test
    void newestFilesAreReadWithoutTheOthers() {
        database.runCommand(new Document("profile", 2));

        assertThat(files.ofJob("job", 2, 3))
                .extracting(file -> file.id().path())
                .containsExactly("/in/7", "/in/6", "/in/5");

        database.runCommand(new Document("profile", 0));
        assertThat(database.getCollection("system.profile")
                        .find(Filters.eq("command.find", KnownFiles.COLLECTION))
                        .map(query -> query.getInteger("docsExamined")))
                .hasSize(1)
                .allMatch(examined -> examined <= 5);
    }

    @Test
    void fileThatIsSeenIsRememberedFromThenOn() {
        files.saveSeen("job", List.of(known("/in/7")), NOW.plus(Duration.ofHours(1)));
        assertThat(known("/in/7").until()).isEqualTo(NOW.plus(KnownFiles.MEMORY));

        Instant later = NOW.plus(Duration.ofDays(30));
        files.saveSeen("job", List.of(known("/in/7")), later);

        assertThat(known("/in/7").until()).isEqualTo(later.plus(KnownFiles.MEMORY));
        assertThat(known("/in/8").until()).isEqualTo(NOW.plus(KnownFiles.MEMORY));
    }

    @Test
    void emptyFileHidesNoFailureOfAnotherFile() {
        FileId failed = new FileId("night", "db.target", "/in/bad", "content");
        FileId empty = new FileId("night", "db.target", "/in/empty", "content");
        ObjectMark mark = new ObjectMark(6, NOW, null, null);
        Instant later = NOW.plusSeconds(1);
        files.saveIfAbsent(
                new KnownFile(failed, mark, FileState.FAILED, "bad", 0, NOW, NOW.plus(KnownFiles.MEMORY), null, false));
        files.saveIfAbsent(new KnownFile(empty, mark, FileState.COMPLETED, null, 0, later, later, null, false));

        assertThat(files.ofJob("night")).extracting(file -> file.id().path()).containsExactly("/in/empty", "/in/bad");
    }

    @Test
    void forgottenFileWithoutARecordIsKnownAgain() {
        FileId id = new FileId("night", "db.target", "/in/empty", "content");
        KnownFile empty = new KnownFile(
                id,
                new ObjectMark(0, NOW, null, null),
                FileState.COMPLETED,
                null,
                0,
                NOW,
                NOW.plus(KnownFiles.MEMORY),
                null,
                false);
        StoredFiles.save(database.getName(), empty);
        files.forget("night", "/in/empty");

        StoredFiles.save(database.getName(), empty);

        assertThat(files.ofJob("night")).extracting(KnownFile::state).containsExactly(FileState.COMPLETED);
    }

    @Test
    void lateSaveOfAForgottenFileLoses() {
        KnownFile imported = known("/in/7");
        files.forget("job", "/in/7");

        StoredFiles.save(database.getName(), imported);
        StoredFiles.saveGone(database.getName(), imported);

        assertThat(known("/in/7").state()).isEqualTo(FileState.FORGOTTEN);
        assertThat(known("/in/7").gone()).isFalse();
    }

    private KnownFile known(String path) {
        return Objects.requireNonNull(
                files.find("job", "db.target", List.of(path)).get(path));
    }

    private void save(String path, @Nullable String goes) {
        StoredFiles.save(
                database.getName(),
                new KnownFile(
                        new FileId("job", "db.target", path, "content"),
                        new ObjectMark(6, NOW, null, null),
                        FileState.COMPLETED,
                        null,
                        1,
                        NOW,
                        NOW.plus(KnownFiles.MEMORY),
                        goes,
                        false));
    }
}
