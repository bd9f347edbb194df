package dev.mongohaul.writer;

import com.mongodb.WriteConcern;
import java.time.Duration;
import java.util.List;

/** Settings for one collection, changed one at a time. */
record Settings(WriteSettings made) {

    static Settings insertInto(String collection) {
        return new Settings(new WriteSettings(
                collection,
                WriteOperation.INSERT,
                false,
                List.of(),
                false,
                WriteConcern.MAJORITY,
                false,
                100,
                Duration.ofSeconds(20)));
    }

    Settings generatedIds() {
        return with(made.operation(), false, List.of(), made.ordered(), true, made.rideThrough());
    }

    Settings ordered(boolean ordered) {
        return with(made.operation(), made.upsert(), made.match(), ordered, made.generatedIds(), made.rideThrough());
    }

    Settings replace(boolean upsert, String... match) {
        return with(WriteOperation.REPLACE, upsert, List.of(match), made.ordered(), false, made.rideThrough());
    }

    Settings buffer(int size) {
        return new Settings(new WriteSettings(
                made.collection(),
                made.operation(),
                made.upsert(),
                made.match(),
                made.ordered(),
                made.writeConcern(),
                made.generatedIds(),
                size,
                made.rideThrough()));
    }

    Settings rideThrough(Duration rideThrough) {
        return with(made.operation(), made.upsert(), made.match(), made.ordered(), made.generatedIds(), rideThrough);
    }

    private Settings with(
            WriteOperation operation,
            boolean upsert,
            List<String> match,
            boolean ordered,
            boolean generatedIds,
            Duration rideThrough) {
        return new Settings(new WriteSettings(
                made.collection(),
                operation,
                upsert,
                match,
                ordered,
                made.writeConcern(),
                generatedIds,
                made.bufferSize(),
                rideThrough));
    }
}
