package dev.mongohaul.reject;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;

/** The database that the integration tests of this package write to; its server is named by MONGODB_TEST_URI. */
final class TestDatabase {

    private static final MongoClient CLIENT = MongoClients.create(System.getenv("MONGODB_TEST_URI"));

    private TestDatabase() {}

    static MongoDatabase empty() {
        MongoDatabase database = CLIENT.getDatabase("mongohaul_reject_tests");
        database.drop();
        return database;
    }
}
