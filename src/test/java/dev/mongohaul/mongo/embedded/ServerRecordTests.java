package dev.mongohaul.mongo.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerRecordTests {

    private static final ServerProcess PROCESS = new ServerProcess(4242, Instant.parse("2026-11-20T11:45:54.205Z"));

    static List<ServerRecord> records() {
        return List.of(
                new ServerRecord(27017, null, null),
                new ServerRecord(27017, null, "6.0.5"),
                new ServerRecord(65535, PROCESS, "8.0.23"));
    }

    @ParameterizedTest
    @MethodSource("records")
    void jsonIsReadBackAsItWas(ServerRecord serverRecord) {
        assertThat(ServerRecord.parse(serverRecord.toJson())).contains(serverRecord);
    }

    @Test
    void stoppedServerKeepsPortAndVersion() {
        assertThat(new ServerRecord(27017, PROCESS, "6.0.5").stopped())
                .isEqualTo(new ServerRecord(27017, null, "6.0.5"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "null",
                "[]",
                "{\"port\": \"x\"}",
                "{\"port\": 1, \"pid\": 2}",
                "{\"port\": 1, \"pid\": 2," + " \"started\": \"yesterday\"}"
            })
    void damagedFileCountsAsNone(String json) {
        assertThat(ServerRecord.parse(json)).isEmpty();
    }
}
