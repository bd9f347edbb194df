package dev.mongohaul.retention;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import dev.mongohaul.mongo.TestServer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeftoverDatabasesIT {

    private final MongoClient client = TestServer.client();
    private final List<String> made = new ArrayList<>();

    @AfterEach
    void drop() {
        made.forEach(name -> client.getDatabase(name).drop());
    }

    @Test
    void onlyDatabasesOfKilledComparisonsAreDropped() {
        String old =
                made("mongohaul_compare_0123abcd_" + Long.toString(daysAgo(2).getEpochSecond(), 36) + "_1");
        String serving =
                made("mongohaul_compare_0123abcd_" + Long.toString(daysAgo(0).getEpochSecond(), 36) + "_2");
        String timeless = made("mongohaul_compare_0123456789ab_1");

        List<String> left = Housekeeping.dropDatabases(client, daysAgo(1), false);

        assertThat(left).contains(old).doesNotContain(serving, timeless);
        assertThat(client.listDatabaseNames()).contains(serving, timeless).doesNotContain(old);
    }

    private static Instant daysAgo(int days) {
        return Instant.now().minus(Duration.ofDays(days));
    }

    private String made(String name) {
        made.add(name);
        client.getDatabase(name).getCollection("c").insertOne(new Document());
        return name;
    }
}
