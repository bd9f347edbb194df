package dev.mongohaul.writer;

import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.writer.delivery.DocumentItemWriter;
import dev.mongohaul.writer.delivery.WriteOperation;
import dev.mongohaul.writer.delivery.WriteSessions;
import dev.mongohaul.writer.delivery.WriteSettings;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Sends objects by Spring Data, which makes documents of them.
 *
 * @param <D> {@link Document} or an entity
 */
abstract class ObjectItemWriter<D> extends DocumentItemWriter<D> {

    private final Rendering<D> rendering;
    private final WriteSessions.@Nullable Session session;

    ObjectItemWriter(ObjectTarget<D> target) {
        super(target.write());
        this.rendering = target.rendering();
        this.session = target.write().begin();
    }

    /** By which the objects are sent; null for inserts. */
    final WriteSessions.@Nullable Session session() {
        return session;
    }

    /** Sends what the supplier sends; where it changes documents, in such a way that it is never late. */
    final long inSession(Supplier<Long> sending) {
        return session == null ? sending.get() : session.write(sending);
    }

    /** Why a repository's {@code save} cannot do what the settings ask for, if it cannot. */
    static Optional<String> cannotSave(WriteSettings settings, Rendering<?> rendering) {
        if (settings.insertsOnly()) {
            return Optional.empty();
        }
        if (!settings.operations().equals(Set.of(WriteOperation.REPLACE))) {
            return Optional.of(
                    "saving stores whole documents: set write.operation to insert or replace, or use direct");
        }
        if (!settings.upsert()) {
            return Optional.of("saving always inserts what it does not find: set write.upsert to true, or use direct");
        }
        if (!settings.matchesById()) {
            return Optional.of("saving finds documents by _id alone: leave write.match out, or use direct");
        }
        return Optional.empty();
    }

    /** Why {@code insert} cannot do what the settings ask for, if it cannot. */
    static Optional<String> cannotReplace(WriteSettings settings, Rendering<?> rendering) {
        return settings.insertsOnly()
                ? Optional.empty()
                : Optional.of("it inserts, and does nothing else: set write.operation to insert, or use direct");
    }

    @Override
    protected RawBsonDocument encode(D object) {
        return rendering.encode(object);
    }
}
