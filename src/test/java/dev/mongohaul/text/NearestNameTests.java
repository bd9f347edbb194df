package dev.mongohaul.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTests {

    private static final List<String> NAMES = List.of("chunk-size", "chunk-bytes", "write", "id");

    @ParameterizedTest
    @CsvSource({
        "chunksize, chunk-size",
        "Chunk_Size, chunk-size",
        "chunk-byte, chunk-bytes",
        "wirte, write",
        "writ, write"
    })
    void typoIsNear(String given, String expected) {
        assertThat(NearestName.of(given, NAMES).orElse("")).isEqualTo(expected);
    }

    @Test
    void otherWordIsNotNear() {
        assertThat(NearestName.of("upsert", List.of("insert", "update"))).isEmpty();
        assertThat(NearestName.of("x", NAMES)).isEmpty();
        assertThat(NearestName.of("a".repeat(1_000_000), NAMES)).isEmpty();
    }
}
