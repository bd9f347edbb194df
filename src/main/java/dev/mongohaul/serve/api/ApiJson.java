package dev.mongohaul.serve.api;

import dev.mongohaul.report.Reports;
import dev.mongohaul.text.Printable;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.server.ResponseStatusException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;

/** JSON of requests, in which an unknown field is a mistake, and of answers, which is that of the reports. */
final class ApiJson {

    /** Beginning of all paths. A change that breaks clients gets another one. */
    static final String PATH = "/api/v1";

    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** As of {@code report --limit}. */
    private static final int MOST = 10_000;

    private ApiJson() {}

    static ResponseEntity<String> of(Object report) {
        return with(ResponseEntity.ok(), report);
    }

    /** Returns the answer to an action that is done, or was asked for. */
    static ResponseEntity<String> message(String message) {
        return of(Map.of("message", message));
    }

    /** Returns the answer to a request that started an import. */
    static ResponseEntity<String> accepted(StartReport start) {
        return with(ResponseEntity.accepted().header("Location", PATH + "/starts/" + start.start()), start);
    }

    private static ResponseEntity<String> with(ResponseEntity.BodyBuilder answer, Object report) {
        return answer.contentType(MediaType.APPLICATION_JSON).body(Printable.lines(Reports.json(report)) + "\n");
    }

    /**
     * Reads the body of a request.
     *
     * @param body null if there is none
     * @throws ResponseStatusException if it is not an object with these fields
     */
    static <T> T read(@Nullable String body, T empty, Class<T> type) {
        if (body == null || body.isBlank()) {
            return empty;
        }
        try {
            T read = STRICT.readValue(body, type);
            return read == null ? empty : read;
        } catch (UnrecognizedPropertyException e) {
            throw wrong("The body has a field \"%s\"; allowed are %s"
                    .formatted(
                            e.getPropertyName(),
                            String.join(
                                    ", ",
                                    e.getKnownPropertyIds().stream()
                                            .map(String::valueOf)
                                            .sorted()
                                            .toList())));
        } catch (JacksonException e) {
            throw wrong(
                    "The body is not JSON of the expected shape, at line %d, column %d. %s/openapi.yaml describes it"
                            .formatted(
                                    e.getLocation() == null
                                            ? 1
                                            : e.getLocation().getLineNr(),
                                    e.getLocation() == null
                                            ? 1
                                            : e.getLocation().getColumnNr(),
                                    PATH));
        }
    }

    static ResponseStatusException wrong(String message) {
        return new ResponseStatusException(HttpStatus.BAD_REQUEST, message);
    }

    static ResponseStatusException missing(String message) {
        return new ResponseStatusException(HttpStatus.NOT_FOUND, message);
    }

    /** Returns the number of entries of a list, as the option of {@code report}. */
    static int limit(int given) {
        if (given < 1 || given > MOST) {
            throw wrong("limit=%d: from 1 to %,d can be listed".formatted(given, MOST));
        }
        return given;
    }
}
