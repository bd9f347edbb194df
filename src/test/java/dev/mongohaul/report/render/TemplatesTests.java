package dev.mongohaul.report.render;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TemplatesTests {

    @Test
    void rulesOfPagesAndOfChartsAreOneFile() {
        assertThat(Templates.styleSheet())
                .contains(".report td", ".chart .ground")
                .doesNotContain("<");
    }

    @Test
    void styleIsRemovedAndNothingElse() {
        assertThat(Templates.withoutStyle(
                        "<svg><style>\na { b: c }\n</style><desc>&lt;style></desc></svg><style></style>"))
                .isEqualTo("<svg><desc>&lt;style></desc></svg>");
    }
}
