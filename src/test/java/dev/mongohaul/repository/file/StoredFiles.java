package dev.mongohaul.repository.file;

import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.mongo.ServerKind;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.mongo.session.SessionOwner;
import dev.mongohaul.mongo.session.WriteSessions;

/** What a test stores as known of files on the test server. */
public final class StoredFiles {

    private StoredFiles() {}

    /**
     * Saves what is known of a file, as an import does.
     *
     * @param database of the JobRepository
     */
    public static void save(String database, KnownFile file) {
        KnownFiles files = new KnownFiles(TestServer.client().getDatabase(database), RetryBudget.NONE);
        try (WriteSessions sessions = sessions()) {
            files.save(file, sessions);
        }
    }

    private static WriteSessions sessions() {
        return WriteSessions.withoutTransactions(TestServer.client(), ServerKind.REPLICA_SET, SessionOwner.ALONE);
    }

    static void saveGone(String database, KnownFile file) {
        KnownFiles files = new KnownFiles(TestServer.client().getDatabase(database), RetryBudget.NONE);
        try (WriteSessions sessions = sessions()) {
            files.saveGone(file, sessions);
        }
    }
}
