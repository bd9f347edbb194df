package dev.mongohaul.mapping.type;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mapping.sink.DocumentSink;
import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.spec.FieldSpec;
import java.nio.charset.StandardCharsets;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Reader of texts as values of one type. */
public final class ReadCell {

    private static final FieldName NAME = new FieldName("v");

    private final CellType type;
    private final DocumentSink<Document> sink = DocumentSink.ofDocuments();

    public ReadCell(FieldSpec field) {
        this.type = CellTypes.of(field);
    }

    /** Returns the value, or null if the text is refused. */
    public @Nullable Object read(String text) {
        byte[] utf8 = ("<" + text + ">").getBytes(StandardCharsets.UTF_8);
        sink.begin();
        boolean put = type.put(utf8, 1, utf8.length - 1, NAME, sink);
        if (!put) {
            assertThat(type.refusal(utf8, 1, utf8.length - 1)).as(text).isNotBlank();
            return null;
        }
        Document document = sink.finish();
        assertThat(document).as(text).containsKey("v");
        return document.get("v");
    }

    /** Returns why the text is refused. */
    public String refusal(String text) {
        assertThat(read(text)).as(text).isNull();
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return type.refusal(utf8, 0, utf8.length);
    }
}
