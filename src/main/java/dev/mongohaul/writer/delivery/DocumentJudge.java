package dev.mongohaul.writer.delivery;

import java.util.Optional;
import java.util.function.Function;
import org.bson.RawBsonDocument;

/** Refuses what needs no server to be refused: documents that are too large, or lack a value to be found by. */
public final class DocumentJudge {

    /** Bytes of the largest document that every MongoDB takes, unless a server says otherwise. */
    public static final int USUAL_MAX_DOCUMENT_SIZE = 16 * 1024 * 1024;

    private final WriteSettings settings;
    private final SizeLimit sizeLimit;
    private final MatchFilter match;

    /** @param maxDocumentSize bytes of the largest document that the server takes */
    public DocumentJudge(WriteSettings settings, int maxDocumentSize) {
        this.settings = settings;
        this.sizeLimit = new SizeLimit(settings, maxDocumentSize);
        this.match = new MatchFilter(settings);
    }

    /**
     * The refusal that a writer would settle the document with before it sends anything, if it would.
     *
     * @param sourceLength as for {@link WriteItem}
     * @param operation what is to be done with it
     * @param encoding gives the document as it is stored
     */
    public <D> Optional<Outcome> refusal(
            D document, long sourceLength, WriteOperation operation, Function<D, RawBsonDocument> encoding) {
        WriteItem<D> item = new WriteItem<>(document, sourceLength, operation);
        judge(item, encoding);
        return item.isComplete() ? Optional.of(item.outcome()) : Optional.empty();
    }

    /**
     * Settles the document if it is refused. One that lacks a value to be found by would take the place of any document
     * that merely lacks the field too.
     */
    <D> void judge(WriteItem<D> item, Function<D, RawBsonDocument> encoding) {
        if (item.isComplete()) {
            return;
        }
        sizeLimit.check(item, encoding);
        if (!settings.matchesById() && item.operation() != WriteOperation.INSERT && !item.isComplete()) {
            match.blank(encoding.apply(item.document()))
                    .ifPresent(path -> item.complete(Outcome.rejected(
                            Outcome.NOT_ASKED, "\"%s\" is blank, and the document is found by it".formatted(path))));
        }
    }
}
