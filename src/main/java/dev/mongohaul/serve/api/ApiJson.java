package dev.mongohaul.serve.api;

import dev.mongohaul.report.Reports;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
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

    /** Entries of a page. Answers to many clients at the same time must fit into a small heap. */
    private static final int MOST = 200;

    private ApiJson() {}

    static ModelAndView of(Object report) {
        return answer(HttpStatus.OK, Map.of(), report);
    }

    /** Returns the answer to an action that is done, or was asked for. */
    static ModelAndView message(String message) {
        return of(Map.of("message", message));
    }

    /** Returns the answer to a request that started an import. */
    static ModelAndView accepted(StartReport start) {
        return answer(HttpStatus.ACCEPTED, Map.of(HttpHeaders.LOCATION, PATH + "/starts/" + start.start()), start);
    }

    /**
     * Returns a page of a list, with a link to the next one.
     *
     * @param parameter of the request for the next page
     * @param next its value; null if this is the last page
     */
    static ModelAndView page(List<?> entries, String parameter, @Nullable Object next) {
        if (next == null) {
            return of(entries);
        }
        String address = ServletUriComponentsBuilder.fromCurrentRequest()
                .replaceQueryParam(parameter, next)
                .build(true)
                .toUriString();
        return answer(HttpStatus.OK, Map.of(HttpHeaders.LINK, "<%s>; rel=\"next\"".formatted(address)), entries);
    }

    /** The JSON is written to the response as it is made, so that no text of it is held. */
    private static ModelAndView answer(HttpStatus status, Map<String, String> headers, Object report) {
        return new ModelAndView((model, request, response) -> {
            response.setStatus(status.value());
            headers.forEach(response::setHeader);
            response.setContentType(MediaType.APPLICATION_JSON_VALUE);
            Reports.write(report, response.getOutputStream());
        });
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

    /** Returns the number of entries of a page. */
    static int limit(int given) {
        if (given < 1 || given > MOST) {
            throw wrong("limit=%d: a page has from 1 to %d entries; the header Link leads to the next one"
                    .formatted(given, MOST));
        }
        return given;
    }
}
