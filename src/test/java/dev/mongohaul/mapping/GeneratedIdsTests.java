package dev.mongohaul.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratedIdsTests {

    @ParameterizedTest
    @CsvSource({
        "1970-01-01T00:00:00Z, 0,        0,             000000000000000000000000",
        "2001-09-09T01:46:40Z, 42,       255,           3b9aca0000002a00000000ff",
        "2001-09-09T01:46:40Z, 16777257, 1099511627775, 3b9aca00000029ffffffffff",
        "2106-02-07T06:28:15Z, -1,       4294967296,    ffffffffffffff0100000000"
    })
    void idIsTimeInstanceAndOffset(Instant creation, long instance, long offset, String id) {
        assertThat(GeneratedIds.of(creation, instance).idOf(offset)).isEqualTo(new ObjectId(id));
    }

    @Test
    void idsAscendWithTheOffset() {
        GeneratedIds ids = GeneratedIds.of(Instant.EPOCH, 0xffffff);

        assertThat(ids.idOf(0)).isLessThan(ids.idOf(1)).isLessThan(ids.idOf(GeneratedIds.OFFSET_LIMIT - 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"00000000000000", "3b9aca0000002a", "ffffffffffffff", "80000000800000"})
    void prefixIsRememberedAsText(String prefix) {
        GeneratedIds ids = GeneratedIds.parse(prefix);

        assertThat(ids.prefix()).isEqualTo(prefix);
        assertThat(ids.idOf(7).toHexString()).isEqualTo(prefix + "0000000007");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "3b9aca0000002", "3b9aca0000002a0", "3b9aca0000002g", " 3b9aca000002a"})
    void textThatIsNoPrefixIsRefused(String prefix) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GeneratedIds.parse(prefix))
                .withMessage("\"" + prefix + "\" is not an id prefix: 14 hexadecimal digits");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 1L << 40, Long.MAX_VALUE})
    void offsetOutOfFiveBytesIsRefused(long offset) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GeneratedIds.of(Instant.EPOCH, 1).idOf(offset))
                .withMessage(
                        "offset " + offset + " has no generated id: an import of more than 1 TiB needs id columns");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1969-12-31T23:59:59Z", "2106-02-07T06:28:16Z"})
    void timeOutOfFourBytesIsRefused(Instant creation) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> GeneratedIds.of(creation, 1))
                .withMessage("an ObjectId cannot hold the time " + creation + ": 1970 to 2106");
    }
}
