package dev.mongohaul.serve.security;

import dev.mongohaul.text.ResourceText;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Writer;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.springframework.http.MediaType;

/**
 * Error page and headers for requests that Tomcat refuses before any filter, such as a path that cannot be decoded.
 */
final class TomcatGuard extends ErrorReportValve {

    private static final String PAGE = ResourceText.of(TomcatGuard.class, "refused.html");

    @Override
    protected void report(Request request, Response response, Throwable failure) {
        int status = response.getStatus();
        if (status < HttpServletResponse.SC_BAD_REQUEST
                || response.getContentWritten() > 0
                || !response.setErrorReported()) {
            return;
        }
        try {
            boolean program = Headers.isForApi(request.getRequest());
            Headers.write(request.getRequest(), response.getResponse());
            response.setContentType(program ? MediaType.APPLICATION_PROBLEM_JSON_VALUE : MediaType.TEXT_HTML_VALUE);
            if (!program) {
                response.setCharacterEncoding("UTF-8");
            }
            Writer out = response.getReporter();
            if (out != null) {
                out.write(
                        program
                                ? Headers.problem(status, "The server refused the request before it read it")
                                : PAGE.formatted(title(status)));
                response.finishResponse();
            }
        } catch (IOException e) {
            container.getLogger().debug("An error could not be reported", e);
        }
    }

    private static String title(int status) {
        return switch (status) {
            case HttpServletResponse.SC_BAD_REQUEST -> "Bad request";
            case HttpServletResponse.SC_NOT_FOUND -> "No such page";
            case HttpServletResponse.SC_METHOD_NOT_ALLOWED -> "Method not allowed";
            default -> "Something went wrong";
        };
    }
}
