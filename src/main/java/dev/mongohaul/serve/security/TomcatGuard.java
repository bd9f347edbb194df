package dev.mongohaul.serve.security;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.Writer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.CoyoteAdapter;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.ActionCode;

/**
 * Error page and headers for requests that Tomcat refuses before any filter, such as a path that cannot be decoded.
 */
final class TomcatGuard extends ErrorReportValve {

    private static final String PAGE = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
              <meta charset="utf-8">
              <meta name="viewport" content="width=device-width, initial-scale=1">
              <meta name="color-scheme" content="light dark">
              <title>%1$s - mongohaul</title>
              <link rel="icon" href="/assets/icon.svg">
              <link rel="stylesheet" href="/assets/report.css">
              <link rel="stylesheet" href="/assets/page.css">
            </head>
            <body class="report">
            <main class="alone">
              <h1>%1$s</h1>
              <p class="refused">The server did not process this request.</p>
              <p><a href="/">All jobs</a></p>
            </main>
            </body>
            </html>
            """;

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
                out.write(PAGE.formatted(title(status)));
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

    /** Makes the connector close connections with unread bodies. Called before the connector is initialised. */
    static void closeUnreadBodies(Connector connector) {
        connector.addLifecycleListener(event -> {
            if (Lifecycle.AFTER_INIT_EVENT.equals(event.getType())) {
                connector.getProtocolHandler().setAdapter(new UnreadBodies(connector));
            }
        });
    }

    /**
     * Adapter that closes a connection after a request that was answered before its body was read. Tomcat would read the
     * rest on a waiting thread. No filter sees what Tomcat answers by itself, such as {@code OPTIONS *}.
     */
    private static final class UnreadBodies extends CoyoteAdapter {

        private UnreadBodies(Connector connector) {
            super(connector);
        }

        @Override
        public void service(org.apache.coyote.Request request, org.apache.coyote.Response response) throws Exception {
            super.service(request, response);
            if (!is(request, ActionCode.ASYNC_IS_ASYNC) && !is(request, ActionCode.REQUEST_BODY_FULLY_READ)) {
                request.action(ActionCode.DISABLE_SWALLOW_INPUT, null);
            }
        }

        private static boolean is(org.apache.coyote.Request request, ActionCode question) {
            AtomicBoolean answer = new AtomicBoolean();
            request.action(question, answer);
            return answer.get();
        }
    }
}
