package dev.mongohaul.reject;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mongohaul.csv.CsvItems;
import org.bson.types.Binary;
import org.junit.jupiter.api.Test;

class RejectTests {

    @Test
    void recordIsKeptWithItsBytesAndPlace() {
        RejectedRecord record = RejectedRecord.of(CsvItems.record("a", "é"), "data/x.csv");

        assertThat(record).isEqualTo(new RejectedRecord("data/x.csv", 1, 0, 3, new Binary("aé".getBytes(UTF_8))));
    }

    @Test
    void longestRecordIsKept() {
        RejectedRecord record = RejectedRecord.of(CsvItems.record("x".repeat(RejectedRecord.LONGEST_KEPT)), "x.csv");

        assertThat(record.bytes()).isNotNull().matches(bytes -> bytes.length() == RejectedRecord.LONGEST_KEPT);
    }

    @Test
    void longerRecordLeavesOnlyItsPlace() {
        RejectedRecord record =
                RejectedRecord.of(CsvItems.record("x".repeat(RejectedRecord.LONGEST_KEPT + 1)), "x.csv");

        assertThat(record).isEqualTo(new RejectedRecord("x.csv", 1, 0, RejectedRecord.LONGEST_KEPT + 1, null));
    }

    @Test
    void incompleteBytesAreNotStored() {
        assertThat(new RejectedRecord("x.csv", 1, 0, 4, new Binary(new byte[3])).bytes())
                .isNull();
    }

    @Test
    void longValueIsShortened() {
        RejectedCell cell = new RejectedCell(1, "name", "x".repeat(201));

        assertThat(cell.value()).hasSize(200).endsWith("x…");
        assertThat(new RejectedCell(1, "name", "x".repeat(200)).value()).isEqualTo("x".repeat(200));
    }

    @Test
    void surrogatePairIsNotCut() {
        RejectedCell cell = new RejectedCell(1, "name", "x".repeat(198) + "😀😀😀");

        assertThat(cell.value()).isEqualTo("x".repeat(198) + "…");
    }

    @Test
    void longReasonIsShortened() {
        assertThat(RejectReason.refused(121, "y".repeat(5_000)).text())
                .hasSize(2_000)
                .endsWith("y…");
    }

    @Test
    void cellsAreCountedFromOne() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RejectedCell(0, null, null))
                .withMessage("cell number 0: cells are counted from 1");
    }
}
