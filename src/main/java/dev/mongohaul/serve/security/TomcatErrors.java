package dev.mongohaul.serve.security;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Writer;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;

/**
 * Answers what Tomcat refuses by itself, such as an address that cannot be decoded, as other errors are answered: such
 * requests come past no filter.
 */
final class TomcatErrors extends ErrorReportValve {

    private final Pages pages;

    TomcatErrors(Pages pages) {
        this.pages = pages;
    }

    @Override
    protected void report(Request request, Response response, Throwable failure) {
        int status = response.getStatus();
        if (status < HttpServletResponse.SC_BAD_REQUEST
                || response.getContentWritten() > 0
                || !response.setErrorReported()) {
            return;
        }
        try {
            Headers.write(request.getRequest(), response.getResponse());
            response.setContentType("text/html");
            response.setCharacterEncoding("UTF-8");
            Writer out = response.getReporter();
            if (out != null) {
                out.write(pages.denied(title(status), "The server did not do what this request asks for."));
                response.finishResponse();
            }
        } catch (IOException e) {
            container.getLogger().debug("An error could not be reported", e);
        }
    }

    private static String title(int status) {
        return switch (status) {
            case HttpServletResponse.SC_BAD_REQUEST -> "Wrong request";
            case HttpServletResponse.SC_NOT_FOUND -> "No such page";
            case HttpServletResponse.SC_METHOD_NOT_ALLOWED -> "Not like this";
            default -> "Something went wrong";
        };
    }
}
