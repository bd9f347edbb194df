package dev.mongohaul.writer.raw;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.annotation.AccessType;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.DBRef;
import org.springframework.data.mongodb.core.mapping.Field;
import org.springframework.data.mongodb.core.mapping.FieldType;
import org.springframework.data.mongodb.core.mapping.Unwrapped;

/** Refusals of values that Spring Data stores in a way of its own. */
@SuppressWarnings("unused") // the fields are read by reflection
class RefusedEntityTests {

    record Part(String name) {}

    record Order(
            @DBRef Part ref,
            @Unwrapped(onEmpty = Unwrapped.OnEmpty.USE_NULL) Part flat,
            @Field("a.b") String path,
            @Field(targetType = FieldType.STRING) int number) {}

    record Holder(List<Order> orders) {}

    @AccessType(AccessType.Type.PROPERTY)
    static final class ByGetter {
        private String name = "field";

        public String getName() {
            return "getter";
        }

        public void setName(String name) {
            this.name = name;
        }
    }

    static class Numbered {
        int id = 1;
    }

    static final class Named extends Numbered {
        @Id
        String name = "n";
    }

    record Held(Calendar calendar) {}

    record At(ZonedDateTime time) {}

    record Anything(Object any) {}

    @Test
    void allProblemsOfAnEntityAreReported() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChunkEncoder.of(Order.class))
                .withMessage(
                        "the writer raw cannot store this entity as Spring Data does, use another writer: "
                                + "ref of %1$s is a reference to another document; flat of %1$s is unwrapped; "
                                + "path of %1$s is stored by the path a.b; number of %1$s is stored as String",
                        Order.class.getName());
    }

    @Test
    void problemsOfNestedClassesAreReportedTogether() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChunkEncoder.of(Holder.class))
                .withMessageContaining("ref of " + Order.class.getName());
    }

    @Test
    void idOfTheSuperclassBesideAnotherIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChunkEncoder.of(Named.class))
                .withMessageEndingWith("id of %s is the id of its superclass only", Named.class.getName());
    }

    @Test
    void classThatSpringDataCannotMapIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChunkEncoder.of(Held.class))
                .withMessageStartingWith("Spring Data cannot map %s: ", Held.class.getName());
    }

    @Test
    void classOfAValueIsRefusedWhenEncoded() {
        ChunkEncoder<Anything> encoder = ChunkEncoder.of(Anything.class);

        assertThatNoException().isThrownBy(() -> encoder.encode(new Anything(new Part("p"))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> encoder.encode(new Anything(new ByGetter())))
                .withMessage(
                        "\"any\": the writer raw cannot store this entity as Spring Data does, use another writer: "
                                + "name of %s is not read from a field",
                        ByGetter.class.getName());
    }

    @Test
    void typeWithoutABsonFormIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChunkEncoder.of(At.class).encode(new At(ZonedDateTime.now(ZoneOffset.UTC))))
                .withMessage("\"time\": the writer raw cannot store a java.time.ZonedDateTime");
    }

    @Test
    void keysOfMapsAreSimple() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChunkEncoder.of(Anything.class).encode(new Anything(Map.of(new Part("p"), 1))))
                .withMessageContaining("the key of a map is a " + Part.class.getName());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, Integer.MAX_VALUE})
    void valueInPlaceOfADocumentIsRefused(int number) {
        record Bare(@JsonValue int value) {}

        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChunkEncoder.of(Bare.class).encode(new Bare(number)))
                .withMessage("only documents can be stored, and a value by itself is none");
    }
}
