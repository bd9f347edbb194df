package dev.mongohaul.serve.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.serve.Served;
import dev.mongohaul.serve.api.ApiDocument.Operation;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Client that makes its requests from the document alone, and compares each answer with it.
 *
 * @param seen operations with the statuses of their answers
 */
record ApiClient(Served served, String token, Set<String> seen) {

    ApiClient(Served served, String token) {
        this(served, token, new ConcurrentSkipListSet<>());
    }

    /** Answer that is as documented. */
    record Answer(HttpResponse<String> response) {

        int status() {
            return response.statusCode();
        }

        JsonNode json() {
            return JsonMapper.shared().readTree(response.body());
        }

        String header(String name) {
            return response.headers().firstValue(name).orElseThrow();
        }

        String detail() {
            return json().path("detail").asString();
        }
    }

    /** Calls an operation with the values of its parameters by name; {@code body} is that of the request. */
    Answer call(String operationId, Map<String, ?> values) {
        Operation operation = ApiDocument.operation(operationId);
        Map<String, Object> left = new HashMap<>(values);
        String path = operation.path();
        List<String> query = new ArrayList<>();
        Map<String, String> headers = new HashMap<>();
        for (JsonNode parameter : operation.parameters()) {
            String name = parameter.path("name").asString();
            Object value = left.remove(name);
            if (value == null) {
                assertThat(parameter.path("required").asBoolean(false)).as(name).isFalse();
                continue;
            }
            String text = String.valueOf(value);
            switch (parameter.path("in").asString()) {
                case "path" -> path = path.replace("{" + name + "}", encoded(text));
                case "query" -> query.add(name + "=" + encoded(text));
                default -> headers.put(name, text);
            }
        }
        Object body = left.remove("body");
        assertThat(left).as("parameters that %s lacks", operationId).isEmpty();
        HttpRequest.Builder request = served.request(path + (query.isEmpty() ? "" : "?" + String.join("&", query)))
                .header("Authorization", "Bearer " + token)
                .method(
                        operation.method().toUpperCase(Locale.ROOT),
                        body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(text(body)));
        headers.forEach(request::header);
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        return checked(operation, Served.send(request));
    }

    private static String text(Object body) {
        return body instanceof String text ? text : JsonMapper.shared().writeValueAsString(body);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Compares status, headers, content type and body with those of the document. */
    Answer checked(Operation operation, HttpResponse<String> response) {
        String status = String.valueOf(response.statusCode());
        String what = operation.id() + " " + status + ": " + response.body();
        assertThat(response.statusCode() >= 400 || operation.statuses().anyMatch(status::equals))
                .as(what)
                .isTrue();
        seen.add(operation.id() + " " + status);
        JsonNode answer = operation.answer(status);
        String type = response.headers().firstValue("Content-Type").orElse("").split(";", 2)[0];
        assertThat(answer.path("content").propertyNames()).as(what).containsExactly(type);
        if (type.endsWith("json") && !type.contains("ndjson")) {
            JsonNode schema = answer.path("content").path(type).path("schema");
            assertThat(ApiDocument.problems(schema, JsonMapper.shared().readTree(response.body())))
                    .as(what)
                    .isEmpty();
        }
        return new Answer(response);
    }
}
