package dev.mongohaul.reject;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RejectGroupsTests {

    private final RejectGroups groups = new RejectGroups();
    private long line = 1;

    @Test
    void rejectsOfOneColumnAndFaultAreOneGroup() {
        cell(3, "price", "x", "\"x\" is not a decimal");
        cell(3, "price", "12,5", "\"12,5\" is not a decimal");

        assertThat(groups.list()).singleElement().satisfies(group -> {
            assertThat(group.reason()).isEqualTo("is not a decimal");
            assertThat(group.column()).isEqualTo("price");
            assertThat(group.code()).isNull();
            assertThat(group.count()).isEqualTo(2);
            assertThat(group.samples())
                    .containsExactly(
                            new RejectSample("in.csv", 2, "x", "\"x\" is not a decimal"),
                            new RejectSample("in.csv", 3, "12,5", "\"12,5\" is not a decimal"));
        });
    }

    @Test
    void anotherColumnOrFaultOrCodeIsAnotherGroup() {
        cell(1, "a", "x", "\"x\" is not an int32");
        cell(2, "b", "x", "\"x\" is not an int32");
        cell(2, "b", null, "the cell is missing");
        record(RejectReason.of(RejectStage.UNMAPPABLE, "too large", null));
        record(RejectReason.refused(2, "too large"));
        record(RejectReason.refused(17420, "too large"));

        assertThat(groups.list()).hasSize(6).allMatch(group -> group.count() == 1);
        assertThat(groups.list()).extracting(RejectGroup::code).contains(2, 17420);
    }

    @Test
    void numbersThatDifferAreLeftOut() {
        record(RejectReason.of(RejectStage.MALFORMED, "5 cells where the header has 6", null));
        record(RejectReason.of(RejectStage.MALFORMED, "1,007 cells where the header has 6", null));
        record(RejectReason.of(RejectStage.MALFORMED, "byte 0xE9 is not valid UTF-8 here", null));
        record(RejectReason.of(RejectStage.MALFORMED, "byte 0xFC is not valid UTF-8 here", null));

        assertThat(groups.list())
                .extracting(RejectGroup::reason)
                .containsExactly("… cells where the header has 6", "byte … is not valid UTF-8 here");
    }

    @Test
    void valuesThatAServerQuotesAreLeftOutWhereTheyDiffer() {
        record(RejectReason.refused(11000, "E11000 duplicate key: { sku: \"A\\\"1\" }"));
        record(RejectReason.refused(11000, "E11000 duplicate key: { sku: \"B\" }"));
        record(RejectReason.of(RejectStage.MALFORMED, "a \"quoted\" word", null));
        record(RejectReason.of(RejectStage.MALFORMED, "a \"doubtful\" word", null));

        assertThat(groups.list())
                .extracting(RejectGroup::reason)
                .containsExactly("E11000 duplicate key: { sku: … }", "a \"quoted\" word", "a \"doubtful\" word");
    }

    @Test
    void numbersThatAllShareStay() {
        cell(1, "a", "7", "\"7\" is not from 1 to 5");
        cell(1, "a", "8", "\"8\" is not from 1 to 5");

        assertThat(groups.list()).extracting(RejectGroup::reason).containsExactly("is not from 1 to 5");
    }

    @Test
    void mostFrequentComesFirstWithItsFirstSamples() {
        cell(1, "rare", "x", "\"x\" is wrong");
        for (int value = 0; value < 5; value++) {
            cell(2, "frequent", "v" + value, "\"v" + value + "\" is wrong");
        }

        assertThat(groups.list()).extracting(RejectGroup::column).containsExactly("frequent", "rare");
        assertThat(groups.list().get(0).samples())
                .extracting(RejectSample::value)
                .containsExactly("v0", "v1", "v2");
    }

    @Test
    void hintFitsTheNumberWithBothSeparators() {
        for (String number : new String[] {"382,98", "1,5", "12,25", "7,5", "1.183,19", "2.000,5", "3,5"}) {
            cell(3, "price", number, "\"" + number + "\" is not a decimal: a number such as -12.50");
        }

        assertThat(groups.list()).singleElement().satisfies(group -> {
            assertThat(group.count()).isEqualTo(7);
            assertThat(group.samples()).extracting(RejectSample::value).containsExactly("382,98", "1,5", "1.183,19");
            assertThat(group.hint()).contains("values such as \"1.183,19\" need {type: decimal, locale: de}");
        });
    }

    @Test
    void reasonsBeyondTheBoundAreCounted() {
        for (int column = 1; column <= RejectGroups.MOST_GROUPS + 2; column++) {
            cell(column, "c" + column, "x", "\"x\" is wrong");
        }
        cell(1, "c1", "x", "\"x\" is wrong");

        assertThat(groups.list()).hasSize(RejectGroups.MOST_GROUPS);
        assertThat(groups.list().get(0).count()).isEqualTo(2);
        assertThat(groups.ungrouped()).isEqualTo(2);
    }

    private void cell(int number, String column, @Nullable String value, String text) {
        record(RejectReason.of(RejectStage.UNMAPPABLE, text, new RejectedCell(number, column, value)));
    }

    private void record(RejectReason reason) {
        line++;
        groups.add(new Reject(new RejectedRecord("in.csv", line, 0, 0, null), reason));
    }
}
