package dev.mongohaul.serve.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessConfigurationTests {

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:8080/jobs/a%20b?x=1&y=%2F, /jobs/a%20b?x=1&y=%2F",
        "https://evil.example/jobs,                  /jobs",
        "https://evil.example,                       /",
        "//evil.example/,                            /",
        "http://here//evil.example/,                 /",
        "/\\evil.example,                            /",
        "javascript:alert(1),                        /",
        "'',                                         /",
        ",                                           /",
    })
    void redirectStaysOnThisServer(String requested, String path) {
        assertThat(AccessConfiguration.ownPath(requested)).isEqualTo(path);
    }

    @ParameterizedTest
    @CsvSource({"8192, 447, 8192", "8192, 248, 3384", "1000, 447, 1000", "8192, 115, 200"})
    void connectionsFitIntoTheHeap(int configured, long heapMegabytes, int connections) {
        assertThat(AccessConfiguration.mostConnections(configured, heapMegabytes << 20))
                .isEqualTo(connections);
    }
}
