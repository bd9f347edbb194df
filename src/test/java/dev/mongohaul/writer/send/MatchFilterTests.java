package dev.mongohaul.writer.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.writer.Settings;
import dev.mongohaul.writer.StoredDocument;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MatchFilterTests {

    @Test
    void idIsMatchedUnlessFieldsAreNamed() {
        assertThat(filter("{_id: 1, sku: 's'}")).isEqualTo(BsonDocument.parse("{_id: 1}"));
        assertThat(filter("{_id: 1, sku: 's'}", "_id")).isEqualTo(BsonDocument.parse("{_id: 1}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'{\"$gt\": \"\"}'",
                "'$where'",
                "''",
                "{$gt: ''}",
                "{$regularExpression: {pattern: '.*', options: ''}}",
                "[1, 2]",
                "null",
                "{$numberDecimal: '1.0'}"
            })
    void operatorLikeValueIsMatchedByEquality(String json) {
        BsonDocument document = BsonDocument.parse("{v: %s}".formatted(json));

        BsonDocument filter = filter(document.toJson(), "v");

        assertThat(filter.keySet()).containsExactly("v");
        assertThat(filter.getDocument("v").keySet()).containsExactly("$eq");
        assertThat(filter.getDocument("v").get("$eq")).isEqualTo(document.get("v"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{$gt: ''}", "{$regularExpression: {pattern: '.*', options: ''}}", "null", "{a: 1}"})
    void idThatCouldBeAnOperatorIsMatchedByEquality(String id) {
        assertThat(filter("{_id: %s}".formatted(id))).isEqualTo(BsonDocument.parse("{_id: {$eq: %s}}".formatted(id)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{a: {b: 1}}       | {'a.b': {$eq: 1}}",
                "{a: {b: {c: 1}}}  | {'a.b': {$eq: {c: 1}}}",
                "{a: {b: null}}    | {'a.b': {$eq: null}}",
                "{a: {c: 1}}       | {'a.b': {$eq: null}}",
                "{a: 1}            | {'a.b': {$eq: null}}",
                "{c: 1}            | {'a.b': {$eq: null}}"
            })
    void pathLeadsIntoNestedDocuments(String document, String filter) {
        assertThat(filter(document, "a.b")).isEqualTo(BsonDocument.parse(filter));
    }

    @Test
    void severalFieldsAreAllMatchedInTheirOrder() {
        BsonDocument filter = filter("{b: 2, a: {x: 1}}", "a.x", "b");

        assertThat(filter).isEqualTo(BsonDocument.parse("{'a.x': {$eq: 1}, b: {$eq: 2}}"));
        assertThat(filter.keySet()).containsExactly("a.x", "b");
    }

    @Test
    void documentWithoutIdCannotBeMatchedById() {
        assertThatThrownBy(() -> filter("{a: 1}")).isInstanceOf(IllegalArgumentException.class);
    }

    private static BsonDocument filter(String document, String... match) {
        WriteSettings settings = Settings.insertInto("c").replace(false, match).made();
        return new MatchFilter(settings).of(StoredDocument.raw(BsonDocument.parse(document)));
    }
}
