package dev.mongohaul.job.expect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.csv.input.InputException;
import java.util.Locale;
import org.apache.commons.codec.digest.DigestUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChecksumFileTests {

    private static final String HEX = DigestUtils.sha256Hex("a");
    private static final String OTHER = DigestUtils.sha256Hex("b");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HEX",
                "HEX\r\n",
                "HEX  a.csv\n",
                "HEX *a.csv\r\n",
                "HEX  ./in/a.csv",
                "HEX  C:\\in\\a.csv",
                "OTHER  b.csv\nHEX  a.csv\nOTHER  xa.csv\n",
                "HEX  a.csv\nHEX *a.csv\n"
            })
    void checksumOfTheFileIsFound(String text) {
        assertThat(of(text)).isEqualTo(HEX);
        assertThat(of(text.replace("HEX", "UPPER"))).isEqualTo(HEX);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            HEX  b.csv              | in/a.csv.sha256 has no checksum for "a.csv"
            HEX;OTHER               | in/a.csv.sha256 has no checksum for "a.csv"
            HEX  a.csv;OTHER  a.csv | in/a.csv.sha256 has 2 different checksums for "a.csv"
            0cc1  a.csv             | is not a SHA-256 checksum: 64 hexadecimal digits
            a.csv                   | is not a SHA-256 checksum: 64 hexadecimal digits
            ''                      | in/a.csv.sha256 has no checksum for "a.csv"
            """)
    void otherTextIsRefused(String text, String message) {
        assertThatThrownBy(() -> of(text.replace(';', '\n')))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message);
    }

    @Test
    void endingNamesTheAlgorithm() {
        assertThat(new ChecksumFile("a.csv.md5", DigestUtils.md5Hex("a")).of("a.csv"))
                .isEqualTo(DigestUtils.md5Hex("a"));
        assertThat(new ChecksumFile("a.csv.sha1", "").algorithm()).isEqualTo("SHA-1");
        assertThat(new ChecksumFile("a.csv.sha512", DigestUtils.sha512Hex("a")).of("a.csv"))
                .isEqualTo(DigestUtils.sha512Hex("a"));
    }

    private static String of(String text) {
        String written = text.replace("HEX", HEX).replace("UPPER", HEX.toUpperCase(Locale.ROOT));
        return new ChecksumFile("in/a.csv.sha256", written.replace("OTHER", OTHER)).of("in/a.csv");
    }
}
