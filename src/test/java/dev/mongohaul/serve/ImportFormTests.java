package dev.mongohaul.serve;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ImportFormTests {

    @Test
    void linesAreParametersAndFilesComeFirst() {
        ImportForm form =
                new ImportForm(" /in/a,b.csv \r\n\r\n/in/\"c\".csv\n", "chunk-size=5\r\n\r\n  writer=raw ", null);

        assertThat(form.allParameters())
                .containsExactly("source.files=[\"/in/a,b.csv\",\"/in/\\\"c\\\".csv\"]", "chunk-size=5", "writer=raw");
    }

    @Test
    void emptyFormChangesNothing() {
        assertThat(ImportForm.EMPTY.allParameters()).isEmpty();
        assertThat(new ImportForm(null, null, null).allParameters()).isEmpty();
        assertThat(ImportForm.EMPTY.isAgain()).isFalse();
    }
}
