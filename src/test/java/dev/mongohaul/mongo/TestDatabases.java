package dev.mongohaul.mongo;

import com.mongodb.client.MongoDatabase;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Queue;
import org.bson.Document;

/**
 * Databases that one test uses after another. They have no documents, but may have the empty collections of the repository:
 * creating these and their indexes costs MongoDB more than most tests do. A test that counts collections drops its database first.
 */
public final class TestDatabases {

    /** Number of databases that wait for their next test, so that a late write of a process does not reach it. */
    private static final int RESTING = 3;

    private static final Queue<String> FREE = new ArrayDeque<>();

    private TestDatabases() {}

    /** Returns the name of a database without documents. */
    public static synchronized String take() {
        if (FREE.size() < RESTING) {
            return TestServer.database("cli");
        }
        String name = FREE.remove();
        clear(TestServer.client().getDatabase(name));
        return name;
    }

    /** Leaves the database to later tests. */
    public static synchronized void giveBack(String name) {
        FREE.add(name);
    }

    /** For a server that stays after the tests. */
    static synchronized void dropAll() {
        FREE.forEach(name -> TestServer.client().getDatabase(name).drop());
    }

    /** Removes the documents of the repository, and all other collections. */
    public static void clear(MongoDatabase database) {
        for (String name : database.listCollectionNames().into(new ArrayList<>())) {
            if (name.startsWith("mongohaul_") || name.startsWith("BATCH_")) {
                database.getCollection(name).deleteMany(new Document());
            } else if (!name.startsWith("system.") || name.equals("system.profile")) {
                database.getCollection(name).drop();
            }
        }
    }
}
