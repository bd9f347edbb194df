package dev.mongohaul.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoClientSettings;
import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import dev.mongohaul.mongo.address.MongoAddress;
import java.util.concurrent.TimeUnit;
import org.bson.UuidRepresentation;
import org.junit.jupiter.api.Test;

class MongoConnectionTests {

    @Test
    void defaultsAreSafeAndLimited() {
        MongoClientSettings settings = settings("mongodb://db1");

        assertThat(settings.getWriteConcern()).isEqualTo(WriteConcern.MAJORITY);
        assertThat(settings.getReadPreference()).isEqualTo(ReadPreference.primary());
        assertThat(settings.getRetryWrites()).isTrue();
        assertThat(settings.getUuidRepresentation()).isEqualTo(UuidRepresentation.STANDARD);
        assertThat(settings.getApplicationName()).isEqualTo("mongohaul");
        assertThat(settings.getCompressorList()).isEmpty();
        assertThat(settings.getClusterSettings().getServerSelectionTimeout(TimeUnit.SECONDS))
                .isEqualTo(7);
        assertThat(settings.getSocketSettings().getConnectTimeout(TimeUnit.SECONDS))
                .isEqualTo(5);
        assertThat(settings.getSocketSettings().getReadTimeout(TimeUnit.SECONDS))
                .isEqualTo(20);
    }

    @Test
    void addressTakesPrecedenceExceptForItsConcerns() {
        MongoClientSettings settings = settings(
                "mongodb://db1/?w=2&readPreference=secondary&serverSelectionTimeoutMS=3000&appName=nightly&uuidRepresentation=javaLegacy");

        assertThat(settings.getWriteConcern()).isEqualTo(WriteConcern.MAJORITY);
        assertThat(settings.getReadPreference()).isEqualTo(ReadPreference.primary());
        assertThat(settings.getApplicationName()).isEqualTo("nightly");
        assertThat(settings.getUuidRepresentation()).isEqualTo(UuidRepresentation.JAVA_LEGACY);
        assertThat(settings.getClusterSettings().getServerSelectionTimeout(TimeUnit.SECONDS))
                .isEqualTo(3);
    }

    private static MongoClientSettings settings(String uri) {
        return MongoConnection.driverSettings(MongoAddress.parse(uri, "MONGODB_URI"))
                .build();
    }
}
