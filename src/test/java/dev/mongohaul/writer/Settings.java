package dev.mongohaul.writer;

import com.mongodb.WriteConcern;
import dev.mongohaul.writer.target.WriteOperation;
import dev.mongohaul.writer.target.WriteSettings;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Settings for one collection, changed one at a time. */
public record Settings(WriteSettings made) {

    public static Settings insertInto(String collection) {
        return new Settings(new WriteSettings(
                collection,
                Set.of(WriteOperation.INSERT),
                false,
                List.of(),
                Set.of(),
                false,
                WriteConcern.MAJORITY,
                false,
                100,
                Duration.ofSeconds(20)));
    }

    public Settings generatedIds() {
        return with(made.operations(), false, List.of(), made.ordered(), true, made.rideThrough());
    }

    public Settings ordered(boolean ordered) {
        return with(made.operations(), made.upsert(), made.match(), ordered, made.generatedIds(), made.rideThrough());
    }

    public Settings replace(boolean upsert, String... match) {
        return with(Set.of(WriteOperation.REPLACE), upsert, List.of(match), made.ordered(), false, made.rideThrough());
    }

    public Settings update(boolean upsert, String... match) {
        return with(Set.of(WriteOperation.UPDATE), upsert, List.of(match), made.ordered(), false, made.rideThrough());
    }

    public Settings delete(String... match) {
        return with(Set.of(WriteOperation.DELETE), false, List.of(match), made.ordered(), false, made.rideThrough());
    }

    public Settings mixed(boolean upsert, Set<WriteOperation> operations) {
        return with(operations, upsert, made.match(), made.ordered(), false, made.rideThrough());
    }

    public Settings nested(String... paths) {
        return new Settings(new WriteSettings(
                made.collection(),
                made.operations(),
                made.upsert(),
                made.match(),
                Set.of(paths),
                made.ordered(),
                made.writeConcern(),
                made.generatedIds(),
                made.bufferSize(),
                made.rideThrough()));
    }

    public Settings buffer(int size) {
        return new Settings(new WriteSettings(
                made.collection(),
                made.operations(),
                made.upsert(),
                made.match(),
                made.nested(),
                made.ordered(),
                made.writeConcern(),
                made.generatedIds(),
                size,
                made.rideThrough()));
    }

    public Settings rideThrough(Duration rideThrough) {
        return with(made.operations(), made.upsert(), made.match(), made.ordered(), made.generatedIds(), rideThrough);
    }

    private Settings with(
            Set<WriteOperation> operations,
            boolean upsert,
            List<String> match,
            boolean ordered,
            boolean generatedIds,
            Duration rideThrough) {
        return new Settings(new WriteSettings(
                made.collection(),
                operations,
                upsert,
                match,
                made.nested(),
                ordered,
                made.writeConcern(),
                generatedIds,
                made.bufferSize(),
                rideThrough));
    }
}
