package dev.mongohaul.writer;

import com.mongodb.WriteConcern;
import dev.mongohaul.writer.delivery.CompareMode;
import dev.mongohaul.writer.send.WriteOperation;
import dev.mongohaul.writer.send.WriteSettings;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Settings for one collection, changed one at a time. */
public record Settings(WriteSettings made, CompareMode compare) {

    public static Settings insertInto(String collection) {
        return new Settings(
                new WriteSettings(
                        collection,
                        Set.of(WriteOperation.INSERT),
                        List.of(),
                        Set.of(),
                        false,
                        false,
                        WriteConcern.MAJORITY,
                        false,
                        100,
                        Duration.ofSeconds(20)),
                CompareMode.NEVER);
    }

    public Settings compare(CompareMode mode) {
        return new Settings(made, mode);
    }

    public Settings generatedIds() {
        return with(draft -> draft.generatedIds = true);
    }

    public Settings ordered(boolean ordered) {
        return with(draft -> draft.ordered = ordered);
    }

    public Settings replace(boolean upsert, String... match) {
        return only(upsert ? WriteOperation.UPSERT : WriteOperation.REPLACE, match);
    }

    public Settings update(boolean upsert, String... match) {
        return only(upsert ? WriteOperation.MERGE : WriteOperation.UPDATE, match);
    }

    public Settings delete(String... match) {
        return only(WriteOperation.DELETE, match);
    }

    private Settings only(WriteOperation operation, String... match) {
        return with(draft -> {
            draft.operations = Set.of(operation);
            draft.match = List.of(match);
        });
    }

    public Settings add(String... match) {
        return only(WriteOperation.ADD, match);
    }

    public Settings mixed(Set<WriteOperation> operations) {
        return with(draft -> draft.operations = operations);
    }

    public Settings match(String... match) {
        return with(draft -> draft.match = List.of(match));
    }

    public Settings nested(String... paths) {
        return with(draft -> draft.nested = Set.of(paths));
    }

    public Settings rejectUnmatched() {
        return with(draft -> draft.rejectsUnmatched = true);
    }

    public Settings writeConcern(WriteConcern writeConcern) {
        return with(draft -> draft.writeConcern = writeConcern);
    }

    public Settings buffer(int size) {
        return with(draft -> draft.bufferSize = size);
    }

    public Settings rideThrough(Duration rideThrough) {
        return with(draft -> draft.rideThrough = rideThrough);
    }

    private Settings with(Consumer<Draft> change) {
        Draft draft = new Draft(made);
        change.accept(draft);
        return new Settings(draft.make(), compare);
    }

    private static final class Draft {

        private final String collection;
        private Set<WriteOperation> operations;
        private List<String> match;
        private Set<String> nested;
        private boolean rejectsUnmatched;
        private boolean ordered;
        private WriteConcern writeConcern;
        private boolean generatedIds;
        private int bufferSize;
        private Duration rideThrough;

        Draft(WriteSettings made) {
            collection = made.collection();
            operations = made.operations();
            match = made.match();
            nested = made.nested();
            rejectsUnmatched = made.rejectsUnmatched();
            ordered = made.ordered();
            writeConcern = made.writeConcern();
            generatedIds = made.generatedIds();
            bufferSize = made.bufferSize();
            rideThrough = made.rideThrough();
        }

        WriteSettings make() {
            return new WriteSettings(
                    collection,
                    operations,
                    match,
                    nested,
                    rejectsUnmatched,
                    ordered,
                    writeConcern,
                    generatedIds,
                    bufferSize,
                    rideThrough);
        }
    }
}
