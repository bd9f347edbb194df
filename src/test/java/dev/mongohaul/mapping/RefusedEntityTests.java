package dev.mongohaul.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.mongohaul.mapping.entity.EntityType;
import dev.mongohaul.mapping.spec.MappingException;
import dev.mongohaul.mapping.spec.MappingSpec;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class RefusedEntityTests {

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void allProblemsAreReportedAtOnce(String name, JsonNode refused) throws ClassNotFoundException {
        MappingSpec spec = MappingYaml.spec(refused);
        Class<?> type = Class.forName(
                "dev.mongohaul.mapping.entity." + refused.get("entity").stringValue());

        assertThatExceptionOfType(MappingException.class)
                .isThrownBy(() -> Mapping.of(spec, EntityType.of(type)))
                .satisfies(e -> assertThat(e.problems()).isEqualTo(MappingYaml.texts(refused.get("problems"))))
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSameSizeAs(e.problems()));
    }

    static Stream<Arguments> allProblemsAreReportedAtOnce() {
        return MappingYaml.cases("refused-entities.yaml").stream()
                .map(refused -> Arguments.of(refused.get("name").stringValue(), refused));
    }
}
