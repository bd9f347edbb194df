package dev.mongohaul.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mapping.Mapping.CanonicalText;
import dev.mongohaul.mapping.spec.Blanks;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.MappingSpec;
import dev.mongohaul.mapping.spec.Unlisted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalTextTests {

    /** The text is stored with unfinished imports, so it must never change. */
    @Test
    void textIsTheSameInEveryVersion() {
        MappingSpec spec = Specs.yaml("""
                columns: [sku, price, day, sizes, key, "q\\"\\\\\\n"]
                fields:
                  sku: string
                  price: { to: price.amount, type: decimal, decimal-comma: true }
                  day: { type: date, pattern: "MMM d, yyyy", zone: America/New_York, locale: en-US }
                  sizes: { type: array, of: int32, separator: "; " }
                  key: { type: array, of: binary, separator: ",", encoding: hex }
                  shop: { type: constant, value: Oslo }
                  rate: { type: constant, value: 5 }
                  "q\\"\\\\\\n": { to: ["U.S. Sales"], type: int32 }
                unlisted: drop
                blanks: store-null
                nulls: ["N/A", ""]
                id: [sku, day]
                """);

        assertThat(Mapping.of(spec, null).canonicalText()).isEqualTo("""
                        id ["sku", "day"]
                        unlisted DROP
                        blanks STORE_NULL
                        nulls ["", "N/A"]
                        field "day" to ["day"] date date ["MMM d, yyyy", "America/New_York", "en-US"]
                        field "key" to ["key"] array of binary separator "," encoding HEX
                        field "price" to ["price", "amount"] decimal decimal-comma
                        field "q\\"\\\\\\n" to ["U.S. Sales"] int32
                        field "rate" to ["rate"] constant value 5
                        field "shop" to ["shop"] constant value "Oslo"
                        field "sizes" to ["sizes"] array of int32 separator "; "
                        field "sku" to ["sku"] string
                        """);
    }

    @Test
    void localNumbersAndListedBooleansArePartOfTheText() {
        MappingSpec spec = Specs.fields(
                List.of("price", "stock", "paid", "sum"),
                "price: { type: double, rounding: allow, strip: [kg, €], locale: de-CH }",
                "sum: { type: int32, negative: parentheses, leading-zeros: reject }",
                "stock: { type: array, of: int32, separator: ;, locale: fr }",
                "paid: { type: boolean, 'true': [x, ja], 'false': [nein] }");

        assertThat(Mapping.of(spec, null).canonicalText()).endsWith("""
                        field "paid" to ["paid"] boolean true ["ja", "x"] false ["nein"]
                        field "price" to ["price"] double rounding ALLOW locale de-CH strip ["kg", "€"]
                        field "stock" to ["stock"] array locale fr of int32 separator ";"
                        field "sum" to ["sum"] int32 negative PARENTHESES leading-zeros REJECT
                        """);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{columns: [b, a, c], fields: {b: string, a: int32}}",
                "{columns: [a, b], fields: {a: int32, b: string}}",
                "{columns: [a, b], fields: {b: {to: b}, a: {to: [a], type: int32}}}",
                "{columns: [a, b], fields: {a: int32, b: string}, unlisted: keep, blanks: omit, nulls: [''], id: []}"
            })
    void sameMeaningHasTheSameText(String mapping) {
        assertThat(Mapping.of(Specs.yaml(mapping), null).canonicalText())
                .isEqualTo(Mapping.of(Specs.fields(List.of("a", "b"), "a: int32", "b: string"), null)
                        .canonicalText());
    }

    @Test
    void repeatingTheNullsOfAllColumnsChangesNothing() {
        assertThat(CanonicalText.of(Specs.yaml("{columns: [a], fields: {a: {nulls: [NA]}}, nulls: [NA]}")))
                .isEqualTo(CanonicalText.of(Specs.yaml("{columns: [a], fields: {a: string}, nulls: [NA]}")));
    }

    @Test
    void repeatingTheDefaultEncodingChangesNothing() {
        assertThat(Mapping.of(Specs.fields(List.of("a"), "a: { type: binary, encoding: base64 }"), null)
                        .canonicalText())
                .isEqualTo(Mapping.of(Specs.fields(List.of("a"), "a: binary"), null)
                        .canonicalText());
    }

    @Test
    void differentMeaningsHaveDifferentTexts() {
        List<String> meanings = List.of(
                "{columns: [a, b]}",
                "{columns: [a, b], fields: {a: string}}",
                "{columns: [a, b], fields: {a: int32}}",
                "{columns: [a, b], fields: {a: double}}",
                "{columns: [a, b], fields: {a: {type: double, decimal-comma: true}}}",
                "{columns: [a, b], fields: {a: {type: double, locale: de}}}",
                "{columns: [a, b], fields: {a: {type: double, locale: en}}}",
                "{columns: [a, b], fields: {a: {type: double, strip: [€]}}}",
                "{columns: [a, b], fields: {a: {type: double, strip: [€, $]}}}",
                "{columns: [a, b], fields: {a: {type: array, of: double, separator: ;, locale: de}}}",
                "{columns: [a, b], fields: {a: boolean}}",
                "{columns: [a, b], fields: {a: {type: boolean, 'true': [x]}}}",
                "{columns: [a, b], fields: {a: {type: boolean, 'false': [x]}}}",
                "{columns: [a, b], fields: {a: {type: boolean, 'true': [x], 'false': [y]}}}",
                "{columns: [a, b], fields: {a: {to: c.d}}}",
                "{columns: [a, b], fields: {a: {to: [c.d]}}}",
                "{columns: [a, b], fields: {a: date}}",
                "{columns: [a, b], fields: {a: {type: date, zone: Europe/Paris}}}",
                "{columns: [a, b], fields: {a: {type: date, locale: fr}}}",
                "{columns: [a, b], fields: {a: {type: date, pattern: epoch-millis}}}",
                "{columns: [a, b], fields: {a: {type: array, of: int32, separator: ';'}}}",
                "{columns: [a, b], fields: {a: {type: array, of: int64, separator: ';'}}}",
                "{columns: [a, b], fields: {a: {type: array, of: int32, separator: '|'}}}",
                "{columns: [a, b], fields: {a: {type: array, of: date, separator: ';'}}}",
                "{columns: [a, b], fields: {a: {type: array, of: date, separator: ';', locale: fr}}}",
                "{columns: [a, b], fields: {a: {type: constant, value: x}}}",
                "{columns: [a, b], fields: {a: {type: constant, value: y}}}",
                "{columns: [a, b], fields: {a: {type: constant, value: 5}}}",
                "{columns: [a, b], fields: {a: {type: constant, value: '5'}}}",
                "{columns: [a, b], fields: {a: {type: constant, value: 5.0}}}",
                "{columns: [a, b], fields: {a: {type: constant, value: '5.0'}}}",
                "{columns: [a, b], fields: {a: {type: constant, value: true}}}",
                "{columns: [a, b], fields: {a: {type: constant, value: 'true'}}}",
                "{columns: [a, b], fields: {c: {type: constant, value: 5}}}",
                "{columns: [a, b], fields: {a: auto}}",
                "{columns: [a, b], fields: {a: json}}",
                "{columns: [a, b], fields: {a: binary}}",
                "{columns: [a, b], fields: {a: {type: binary, encoding: hex}}}",
                "{columns: [a, b], fields: {a: {type: array, of: binary, separator: ';'}}}",
                "{columns: [a, b], fields: {a: {type: array, of: binary, separator: ';', encoding: hex}}}",
                "{columns: [a, b], id: [a]}",
                "{columns: [a, b], id: [a, b]}",
                "{columns: [a, b], id: [b, a]}",
                "{columns: ['a\", \"b', a, b], id: ['a\", \"b']}",
                "{columns: [a, b], unlisted: drop}",
                "{columns: [a, b], blanks: text}",
                "{columns: [a, b], blanks: store-null}",
                "{columns: [a, b], nulls: []}",
                "{columns: [a, b], fields: {a: {nulls: []}}}",
                "{columns: [a, b], fields: {a: {nulls: ['', NA]}}}",
                "{columns: [a, b], fields: {b: {nulls: ['', NA]}}}",
                "{columns: [a, b], nulls: ['', a]}");

        Set<String> texts = new HashSet<>();
        meanings.forEach(meaning -> texts.add(CanonicalText.of(Specs.yaml(meaning))));

        assertThat(texts).hasSameSizeAs(meanings);
    }

    @Test
    void specKeepsItsOwnCopies() {
        List<String> columns = new ArrayList<>(List.of("a"));
        Map<String, FieldSpec> fields = new HashMap<>(Map.of("a", FieldSpec.of(FieldType.INT32)));
        MappingSpec spec = new MappingSpec(columns, fields, Unlisted.KEEP, Blanks.OMIT, Set.of(), Set.of(), List.of());

        columns.add("b");
        fields.clear();

        assertThat(spec.columns()).containsExactly("a");
        assertThat(spec.fields()).containsOnlyKeys("a");
    }
}
