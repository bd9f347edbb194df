package dev.mongohaul.serve.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.serve.Served;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Separate port for health and metrics. */
class OwnPortIT {

    private static final String PASSWORD = "correct horse battery";

    @TempDir
    private Path jobs;

    @Test
    void healthAndMetricsAreOnlyAtTheirOwnPort() throws IOException {
        Access access = new Access(Set.of("127.0.0.1"), List.of(User.create("vera", Role.VIEW, PASSWORD)));
        Map<String, Object> properties = Map.of("management.server.port", 0, "management.server.address", "127.0.0.1");
        try (Served served = Served.start(TestServer.database("port"), jobs, access, properties)) {
            String password = Base64.getEncoder().encodeToString(("vera:" + PASSWORD).getBytes(StandardCharsets.UTF_8));

            assertThat(own(served, "/actuator/health/liveness", "").statusCode())
                    .isEqualTo(200);
            assertThat(own(served, "/actuator/health", "").body()).contains("\"status\":\"UP\"");
            assertThat(own(served, "/actuator/prometheus", "").statusCode()).isEqualTo(401);
            assertThat(own(served, "/actuator/prometheus", "Basic " + password).body())
                    .contains("jvm_memory_used_bytes");
            assertThat(own(served, "/login", "").statusCode()).isNotEqualTo(200);
            assertThat(Browser.statusByHost(served.port("local.management.port"), "/actuator/health", "prometheus"))
                    .isEqualTo(200);
            assertThat(Browser.statusByHost(served.port(), "/login", "prometheus"))
                    .isEqualTo(400);
            assertThat(served.get("/actuator/health").statusCode()).isNotEqualTo(200);
            assertThat(served.get("/login").statusCode()).isEqualTo(200);
        }
    }

    private static HttpResponse<String> own(Served served, String path, String authorization) {
        int port = served.port("local.management.port");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(port, path)));
        return Served.send(authorization.isEmpty() ? request : request.header("Authorization", authorization));
    }
}
