package dev.mongohaul.job.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.job.setting.Operation;
import dev.mongohaul.job.setting.PartitionSettings;
import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldSpecs;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.text.InvalidSettingsException;
import dev.mongohaul.writer.send.WriteOperation;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

class RecordsTests {

    @Test
    void recordsCheckTheirRules() {
        assertThatThrownBy(() -> new PartitionSettings(0, DataSize.ofMegabytes(1)))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessage("grid-size: 0 is not a count: a whole number from 1 to 1024");
        assertThatThrownBy(() -> dateWithoutPattern())
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageStartingWith("pattern: is missing");
        assertThatThrownBy(() -> FieldPath.of("price", "$amount").checked())
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessage("\"$amount\" begins with $, which MongoDB keeps to itself");
    }

    @Test
    void toReplacesThePathOfTheColumnName() {
        assertThat(FieldSpec.of(FieldType.STRING).pathOf("a.b").elements()).containsExactly("a", "b");
        assertThat(FieldSpec.of(FieldType.STRING)
                        .to(FieldPath.parse("price.amount"))
                        .pathOf("a.b")
                        .elements())
                .containsExactly("price", "amount");
    }

    @Test
    void operationByColumnHasTheTypesOfItsValues() {
        Operation operation = new Operation.ByColumn(
                "op", Map.of("I", WriteOperation.INSERT, "D", WriteOperation.DELETE, "X", WriteOperation.DELETE));

        assertThat(operation.types()).containsExactly(WriteOperation.INSERT, WriteOperation.DELETE);
    }

    private static FieldSpec dateWithoutPattern() {
        return FieldSpecs.builder(FieldType.DATE).build();
    }
}
