package dev.mongohaul.writer.delivery;

import dev.mongohaul.writer.send.MatchFilter;
import dev.mongohaul.writer.send.WriteOperation;
import dev.mongohaul.writer.send.WriteSettings;
import java.util.Optional;
import java.util.function.Function;
import org.bson.RawBsonDocument;

/** Checks of documents that need no server: documents that are too large, or lack a value to be matched by. */
public final class DocumentJudge {

    /** Bytes of the largest document that every MongoDB takes, unless a server reports another limit. */
    public static final int USUAL_MAX_DOCUMENT_SIZE = 16 * 1024 * 1024;

    /**
     * Records up to this many bytes do not become a document of 16 MiB: a field grows at most twelvefold (a list of
     * one-digit decimals), which leaves 13 MiB for the names of all fields.
     */
    private static final int SURELY_SMALL = 256 * 1024;

    private final WriteSettings settings;
    private final int maxDocumentSize;
    private final MatchFilter match;

    /** @param maxDocumentSize bytes of the largest document that the server takes */
    public DocumentJudge(WriteSettings settings, int maxDocumentSize) {
        this.settings = settings;
        this.maxDocumentSize = maxDocumentSize;
        this.match = new MatchFilter(settings);
    }

    /** Returns the outcome of a document that a writer would reject before it sends anything; empty if it would send it. */
    public <D> Optional<Outcome> refusal(
            D document, long sourceLength, WriteOperation operation, Function<D, RawBsonDocument> encoding) {
        WriteItem<D> item = new WriteItem<>(document, sourceLength, operation);
        judge(item, encoding);
        return item.isComplete() ? Optional.of(item.outcome()) : Optional.empty();
    }

    /**
     * Rejects the document, at the first call for it, if it is too large or lacks a value to be matched by. A document that lacks such a value would
     * replace any document that lacks the field too.
     */
    <D> void judge(WriteItem<D> item, Function<D, RawBsonDocument> encoding) {
        if (item.isComplete() || !item.judgeOnce()) {
            return;
        }
        if (item.sourceLength() > SURELY_SMALL && item.operation() != WriteOperation.DELETE) {
            // The driver does not send a document that is too large, nor those after it.
            int size = encoding.apply(item.document()).getByteBuffer().remaining();
            if (size > maxDocumentSize) {
                item.complete(tooLarge(item.operation(), size));
                return;
            }
        }
        if (!settings.matchesById() && item.operation() != WriteOperation.INSERT) {
            match.blank(encoding.apply(item.document()))
                    .ifPresent(path -> item.complete(Outcome.rejected(
                            Outcome.NOT_ASKED, "\"%s\" is blank, and the document is found by it".formatted(path))));
        }
    }

    /** Returns the message of MongoDB 6.0. For an upsert that matches a document it would be that of an update. */
    private Outcome tooLarge(WriteOperation operation, int size) {
        if (operation.inserts()) {
            return Outcome.rejected(
                    2, "object to insert too large. size in bytes: %d, max size: %d".formatted(size, maxDocumentSize));
        }
        return operation.upserts()
                ? Outcome.rejected(17420, "Document to upsert is larger than %d".formatted(maxDocumentSize))
                : Outcome.rejected(
                        17419, "Resulting document after update is larger than %d".formatted(maxDocumentSize));
    }
}
