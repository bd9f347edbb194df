package dev.mongohaul.serve.security;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;
import org.springframework.http.HttpHeaders;

/**
 * Reads the body of a request before all other filters, within limits of size and time. No thread waits for the bytes of a
 * client: the server reads what has come, and the other filters see the request when its body is complete. Without
 * this, as many slow clients as the server has threads would keep it from all other work.
 */
final class BodyFilter implements Filter {

    private static final String BODY = BodyFilter.class.getName();

    private final RequestLimits limits;
    private final boolean hasUsers;

    /** @param hasUsers whether there is a login */
    BodyFilter(RequestLimits limits, boolean hasUsers) {
        this.limits = limits;
        this.hasUsers = hasUsers;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest asked = (HttpServletRequest) request;
        HttpServletResponse answer = (HttpServletResponse) response;
        if (asked.getDispatcherType() == DispatcherType.ASYNC) {
            continueWithBody(asked, answer, chain);
        } else if (asked.getContentLengthLong() > 0 || asked.getHeader(HttpHeaders.TRANSFER_ENCODING) != null) {
            receive(asked, answer);
        } else {
            chain.doFilter(request, response);
        }
    }

    private static void continueWithBody(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!(request.getAttribute(BODY) instanceof byte[] body)) {
            throw new IllegalStateException("A request continues whose body was not read: this is a bug");
        }
        RequestWithBody complete;
        try {
            complete = new RequestWithBody(request, body);
        } catch (IllegalArgumentException e) {
            Refusal.send(request, response, HttpServletResponse.SC_BAD_REQUEST, "The form in the body cannot be read");
            return;
        }
        chain.doFilter(complete, response);
    }

    private void receive(HttpServletRequest request, HttpServletResponse response) throws IOException {
        long most = (hasUsers && !request.isRequestedSessionIdValid()
                        ? limits.largestBodyBeforeLogin()
                        : limits.largestBody())
                .toBytes();
        if (request.getContentLengthLong() > most) {
            refuseLarge(request, response, most);
            return;
        }
        AsyncContext waiting = request.startAsync();
        waiting.setTimeout(limits.longestBody().toMillis());
        Body body = new Body(waiting, most);
        waiting.addListener(body);
        request.getInputStream().setReadListener(body);
    }

    private static void refuseLarge(HttpServletRequest request, HttpServletResponse response, long most)
            throws IOException {
        Refusal.send(
                request,
                response,
                HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
                String.format(Locale.ROOT, "The body of this request may have at most %,d bytes", most));
    }

    /** What has come of a body. The server calls it from one thread at a time. */
    private final class Body implements ReadListener, AsyncListener {

        private static final int READ_AT_ONCE = 4096;

        private final AsyncContext waiting;
        private final long most;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        private Body(AsyncContext waiting, long most) {
            this.waiting = waiting;
            this.most = most;
        }

        private HttpServletRequest request() {
            return (HttpServletRequest) waiting.getRequest();
        }

        private HttpServletResponse response() {
            return (HttpServletResponse) waiting.getResponse();
        }

        @Override
        public void onDataAvailable() throws IOException {
            ServletInputStream in = request().getInputStream();
            byte[] part = new byte[READ_AT_ONCE];
            while (in.isReady() && !in.isFinished()) {
                int length = in.read(part);
                if (length > 0) {
                    bytes.write(part, 0, length);
                }
                if (bytes.size() > most) {
                    refuseLarge(request(), response(), most);
                    waiting.complete();
                    return;
                }
            }
        }

        @Override
        public void onAllDataRead() {
            request().setAttribute(BODY, bytes.toByteArray());
            waiting.dispatch();
        }

        @Override
        public void onTimeout(AsyncEvent event) throws IOException {
            Refusal.send(
                    request(),
                    response(),
                    HttpServletResponse.SC_REQUEST_TIMEOUT,
                    "The body of this request has to come within %d s"
                            .formatted(limits.longestBody().toSeconds()));
            waiting.complete();
        }

        /** The client has closed the connection, or sent what is no body; {@link #onError(AsyncEvent)} follows. */
        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onError(AsyncEvent event) {
            waiting.complete();
        }

        @Override
        public void onComplete(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }
}
