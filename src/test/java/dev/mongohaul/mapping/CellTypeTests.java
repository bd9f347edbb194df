package dev.mongohaul.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.csv.CsvItems;
import dev.mongohaul.mapping.spec.Blanks;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.MappingSpec;
import dev.mongohaul.mapping.spec.Unlisted;
import dev.mongohaul.text.Printable;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DocumentCodec;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class CellTypeTests {

    private static final GeneratedIds IDS = GeneratedIds.of(Instant.EPOCH, 1);

    private static final List<String> KINDS = List.of(
            "texts",
            "constants",
            "sources",
            "numbers",
            "local-numbers",
            "dates",
            "bytes",
            "arrays",
            "json",
            "rules",
            "shell");

    @ParameterizedTest
    @MethodSource
    void acceptedCellBecomesItsValueInEachRendering(JsonNode field, String cell, String expected) {
        Mapping mapping = mappingOf(MappingYaml.field(field));
        BsonDocument value = BsonDocument.parse("{\"v\": " + expected + "}");

        MappedItem<RawBsonDocument> bytes = mapping.to(Rendering.BSON, IDS).map(CsvItems.record(cell));
        MappedItem<Document> document = mapping.to(Rendering.DOCUMENT, IDS).map(CsvItems.record(cell));

        assertThat(bytes).isInstanceOf(MappedDocument.class);
        assertThat(withoutId(((MappedDocument<RawBsonDocument>) bytes).content()))
                .isEqualTo(value);
        assertThat(withoutId(new RawBsonDocument(((MappedDocument<Document>) document).content(), new DocumentCodec())))
                .isEqualTo(value);
    }

    static Stream<Arguments> acceptedCellBecomesItsValueInEachRendering() {
        return cells("accepted");
    }

    @ParameterizedTest
    @MethodSource
    void rejectOfARefusedCellSaysWhatIsAllowed(JsonNode field, String cell, String reason) {
        MappedItem<RawBsonDocument> item =
                mappingOf(MappingYaml.field(field)).to(Rendering.BSON, IDS).map(CsvItems.record(cell));

        assertThat(item).isInstanceOf(UnmappedRecord.class);
        UnmappedRecord<RawBsonDocument> reject = (UnmappedRecord<RawBsonDocument>) item;
        assertThat(reject.reason()).startsWith('"' + Printable.excerpt(cell) + "\" " + reason);
        assertThat(reject.value()).isEqualTo(Printable.excerpt(cell));
        assertThat(reject.column()).isEqualTo(1);
        assertThat(reject.columnName()).isEqualTo("v");
        assertThat(reject.stage()).isEqualTo(MappingStage.UNMAPPABLE);
    }

    static Stream<Arguments> rejectOfARefusedCellSaysWhatIsAllowed() {
        return cells("refused");
    }

    private static Stream<Arguments> cells(String verdict) {
        return KINDS.stream()
                .flatMap(kind -> MappingYaml.cases("cells/" + kind + ".yaml").stream())
                .flatMap(type -> type.path(verdict).properties().stream()
                        .map(cell -> Arguments.of(
                                type.get("field"),
                                cell.getKey(),
                                cell.getValue().stringValue())));
    }

    private static Mapping mappingOf(FieldSpec field) {
        return Mapping.of(
                new MappingSpec(
                        List.of("v"), Map.of("v", field), Unlisted.KEEP, Blanks.OMIT, Set.of(), Set.of(), List.of()),
                null);
    }

    private static BsonDocument withoutId(RawBsonDocument document) {
        BsonDocument copy = document.decode(new BsonDocumentCodec());
        copy.remove("_id");
        return copy;
    }
}
