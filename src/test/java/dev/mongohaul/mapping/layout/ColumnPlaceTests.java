package dev.mongohaul.mapping.layout;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mapping.spec.Blanks;
import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.MappingSpec;
import dev.mongohaul.mapping.spec.Unlisted;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ColumnPlaceTests {

    private static final FieldSpec DAY =
            FieldSpec.of(FieldType.DATE, "dd.MM.yyyy").to(FieldPath.of("since"));

    @Test
    void columnsHaveThePathsOfTheirFieldsInFileOrder() {
        assertThat(places(Unlisted.KEEP, List.of(), "price.amount", "day", "note"))
                .containsExactly(
                        new ColumnPlace("price.amount", "decimal", List.of("price.amount"), List.of()),
                        new ColumnPlace("day", "date dd.MM.yyyy", List.of("since"), List.of()),
                        new ColumnPlace("note", "string", List.of("note"), List.of()));
    }

    @Test
    void columnOfTheIdHasItsOwnFieldToo() {
        assertThat(places(Unlisted.KEEP, List.of("day"), "price.amount", "day"))
                .extracting(ColumnPlace::fields)
                .containsExactly(List.of("price.amount"), List.of("_id", "since"));
    }

    @Test
    void columnsOfACompoundIdKeepTheirNames() {
        assertThat(places(Unlisted.KEEP, List.of("note", "day"), "price.amount", "day", "note"))
                .extracting(ColumnPlace::fields)
                .containsExactly(List.of("price.amount"), List.of("_id.day", "since"), List.of("_id.note", "note"));
    }

    @Test
    void droppedColumnHasNoField() {
        assertThat(places(Unlisted.DROP, List.of(), "price.amount", "day", "note"))
                .last()
                .isEqualTo(new ColumnPlace("note", "string", List.of(), List.of()));
    }

    private static List<ColumnPlace> places(Unlisted unlisted, List<String> id, String... columns) {
        Map<String, FieldSpec> fields = Map.of("price.amount", FieldSpec.of(FieldType.DECIMAL), "day", DAY);
        MappingSpec spec = new MappingSpec(
                List.of(columns), fields, unlisted, Blanks.OMIT, MappingSpec.DEFAULT_NULLS, Set.of(), id);
        return Layout.of(spec).places();
    }
}
