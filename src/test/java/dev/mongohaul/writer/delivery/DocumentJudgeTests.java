package dev.mongohaul.writer.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.writer.Settings;
import dev.mongohaul.writer.StoredDocument;
import dev.mongohaul.writer.send.WriteOperation;
import dev.mongohaul.writer.send.WriteSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;

class DocumentJudgeTests {

    /** So long that the size is looked at. */
    private static final long LONG_RECORD = 1 << 20;

    @Test
    void documentThatFitsIsNotRefused() {
        assertThat(refusal(Settings.insertInto("c").made(), "{_id: 1, a: 'abc'}"))
                .isEmpty();
    }

    @Test
    void tooLargeDocumentIsRefusedWithTheServersCode() {
        assertThat(refusal(Settings.insertInto("c").made(), "{_id: 1, a: '" + "x".repeat(100) + "'}"))
                .map(Outcome::code)
                .contains(2);
    }

    @Test
    void documentWithoutMatchValueIsRefused() {
        WriteSettings settings = Settings.insertInto("c").replace(true, "a.b").made();

        assertThat(refusal(settings, "{a: {c: 1}}"))
                .contains(Outcome.rejected(Outcome.NOT_ASKED, "\"a.b\" is blank, and the document is found by it"));
        assertThat(refusal(settings, "{a: {b: 1}}")).isEmpty();
    }

    @Test
    void documentIsJudgedOnce() {
        WriteSettings settings = Settings.insertInto("c").replace(true, "a.b").made();
        DocumentJudge judge = new DocumentJudge(settings, 100);
        RawBsonDocument document = StoredDocument.raw(BsonDocument.parse("{a: {b: 1}}"));
        WriteItem<RawBsonDocument> item = new WriteItem<>(document, 10, WriteOperation.REPLACE);
        List<RawBsonDocument> encoded = new ArrayList<>();
        Function<RawBsonDocument, RawBsonDocument> encoding = each -> {
            encoded.add(each);
            return each;
        };

        judge.judge(item, encoding);
        judge.judge(item, encoding);

        assertThat(encoded).containsExactly(document);
    }

    private static Optional<Outcome> refusal(WriteSettings settings, String document) {
        return new DocumentJudge(settings, 100)
                .refusal(
                        StoredDocument.raw(BsonDocument.parse(document)),
                        LONG_RECORD,
                        settings.operation(),
                        Function.identity());
    }
}
