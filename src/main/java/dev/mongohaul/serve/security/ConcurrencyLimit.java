package dev.mongohaul.serve.security;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.Predicate;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.SemaphoreValve;
import org.springframework.http.HttpHeaders;

/**
 * Limit of the requests that are answered at the same time. An answer holds a thread until its client has taken it, so that
 * clients that take nothing could hold all threads.
 */
final class ConcurrencyLimit extends SemaphoreValve {

    private static final String RETRY_SECONDS = "10";

    private final Predicate<Request> limited;

    /**
     * @param most number of requests at the same time; at least one is possible
     * @param limited requests that are limited
     */
    ConcurrencyLimit(int most, Predicate<Request> limited) {
        this.limited = limited;
        setConcurrency(Math.max(1, most));
        setBlock(false);
    }

    @Override
    public boolean controlConcurrency(Request request, Response response) {
        return limited.test(request);
    }

    @Override
    public void permitDenied(Request request, Response response) throws IOException {
        response.setHeader(HttpHeaders.RETRY_AFTER, RETRY_SECONDS);
        Headers.refuse(
                request.getRequest(),
                response.getResponse(),
                HttpServletResponse.SC_SERVICE_UNAVAILABLE,
                "The server answers %d such requests already; try again in %s s"
                        .formatted(getConcurrency(), RETRY_SECONDS));
    }
}
