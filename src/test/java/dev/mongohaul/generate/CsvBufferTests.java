package dev.mongohaul.generate;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvBufferTests {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final CsvBuffer buffer = new CsvBuffer(out);

    @ParameterizedTest
    @CsvSource({
        "0, 1, 0",
        "0, 3, 000",
        "42, 7, 0000042",
        "1234567, 7, 1234567",
        "12345678, 7, 12345678",
        "9223372036854775807, 1, 9223372036854775807"
    })
    void numberHasAtLeastTheRequestedDigits(long number, int digits, String expected) throws IOException {
        buffer.number(number, digits).flush();

        assertThat(out).hasToString(expected);
    }

    @ParameterizedTest
    @CsvSource({"0, 0.00", "5, 0.05", "90, 0.90", "1999, 19.99", "100000, 1000.00"})
    void hundredthsKeepBothDecimals(long hundredths, String expected) throws IOException {
        buffer.hundredths(hundredths).flush();

        assertThat(out).hasToString(expected);
    }

    @Test
    void longestRowsFitOneAfterTheOther() throws IOException {
        byte[] row = "x".repeat(CsvBuffer.ROOM).getBytes(US_ASCII);

        for (int i = 0; i < 200; i++) {
            buffer.put(row).makeRoom();
        }
        buffer.flush();

        assertThat(out.size()).isEqualTo(200 * CsvBuffer.ROOM);
    }
}
