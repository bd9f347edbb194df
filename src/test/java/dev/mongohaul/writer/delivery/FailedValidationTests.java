package dev.mongohaul.writer.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.WriteError;
import org.bson.BsonDocument;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailedValidationTests {

    /** Details as a server 6.0 gives them. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {operatorName: "$jsonSchema", schemaRulesNotSatisfied: [{operatorName: "properties", propertiesNotSatisfied: [{propertyName: "a", details: [{operatorName: "items", reason: "At least one item did not match the sub-schema", itemIndex: 1, details: [{operatorName: "bsonType", specifiedAs: {bsonType: "int"}, reason: "type did not match", consideredValue: "x", consideredType: "string"}]}]}]}]} | : a[1] is of type string, not int
            {operatorName: "$jsonSchema", schemaRulesNotSatisfied: [{operatorName: "properties", propertiesNotSatisfied: [{propertyName: "a", details: [{operatorName: "minimum", specifiedAs: {minimum: 0}, reason: "comparison failed", consideredValue: -1}]}]}, {operatorName: "required", specifiedAs: {required: ["b"]}, missingProperties: ["b"]}]} | : a: comparison failed ({"minimum": 0}); b is missing
            {operatorName: "$jsonSchema", schemaRulesNotSatisfied: [{operatorName: "additionalProperties", specifiedAs: {additionalProperties: false}, additionalProperties: ["z"]}]} | : z is not allowed
            {operatorName: "$jsonSchema", schemaRulesNotSatisfied: [{operatorName: "properties", propertiesNotSatisfied: [{propertyName: "a", details: [{operatorName: "bsonType", specifiedAs: {bsonType: ["int", "null"]}, reason: "type did not match", consideredValue: "x", consideredType: "string"}]}]}]} | : a is of type string, not int or null
            {operatorName: "$and", clausesNotSatisfied: [{index: 0, details: {operatorName: "$gt", specifiedAs: {a: {"$gt": 5}}, reason: "comparison failed", consideredValue: 1}}]} | : the document: comparison failed ({"a": {"$gt": 5}})
            {operatorName: "$expr"} | ``
            """)
    void messageNamesTheProperties(String details, String expected) {
        BsonDocument info = new BsonDocument("details", BsonDocument.parse(details));

        assertThat(FailedValidation.message(new WriteError(121, "Document failed validation", info)))
                .isEqualTo("Document failed validation" + expected);
        assertThat(FailedValidation.message(new WriteError(2, "Document failed validation", info)))
                .isEqualTo("Document failed validation");
    }
}
