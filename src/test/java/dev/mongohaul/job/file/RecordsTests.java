package dev.mongohaul.job.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.job.file.field.Field;
import dev.mongohaul.job.file.field.FieldPath;
import dev.mongohaul.job.file.field.FieldType;
import dev.mongohaul.job.file.setting.InvalidSettingsException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordsTests {

    @Test
    void recordsHoldTheirRulesWhoeverMakesThem() {
        assertThatThrownBy(() -> new Partition(0))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessage("grid-size: 0 is not a count: a whole number of at least 1");
        assertThatThrownBy(() -> Field.of(FieldType.DATE))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageStartingWith("pattern: is missing");
    }

    @Test
    void aColumnGoesWhereItsNameSaysUnlessToSaysOtherwise() {
        Field moved = new Field(
                FieldPath.ofDotted("price.amount"), FieldType.STRING, false, null, null, null, null, null, null);

        assertThat(Field.of(FieldType.STRING).path("a.b").elements()).containsExactly("a", "b");
        assertThat(moved.path("a.b").elements()).containsExactly("price", "amount");
    }

    @Test
    void operationsByColumnAreThoseOfItsValues() {
        Operation operation = new Operation.ByColumn(
                "op", Map.of("I", Operation.Type.INSERT, "D", Operation.Type.DELETE, "X", Operation.Type.DELETE));

        assertThat(operation.types()).containsExactly(Operation.Type.INSERT, Operation.Type.DELETE);
    }

    @Test
    void equalLimitsAreEqualHoweverTheyAreWritten() {
        assertThat(RejectLimit.parse("0.50%")).isEqualTo(RejectLimit.parse("0.5%"));
        assertThat(RejectLimit.parse("100%")).hasToString("100%");
        assertThat(List.of("", "-1", "1.5", "0%", "100.1%", "1e3", "all", "9".repeat(19)))
                .allSatisfy(text -> assertThatThrownBy(() -> RejectLimit.parse(text))
                        .as(text)
                        .isInstanceOf(IllegalArgumentException.class));
    }
}
