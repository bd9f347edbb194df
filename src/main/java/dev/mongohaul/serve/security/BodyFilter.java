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
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.apache.tomcat.util.http.Parameters;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.security.web.context.SecurityContextRepository;
import org.springframework.util.StringUtils;

/**
 * Filter that reads the body of a request before all other filters, within limits of size and time. No thread waits for a
 * client: the server reads the available bytes, and the other filters see the request when its body is complete. Otherwise
 * as many slow clients as the server has threads could block it: Tomcat limits the time between two bytes only.
 */
final class BodyFilter implements Filter {

    private static final String OPERATE = "ROLE_" + Role.OPERATE.name();
    private static final String BODY = BodyFilter.class.getName();

    private final RequestLimits limits;
    private final int mostFields;
    private final boolean hasUsers;
    private final TokenFilter tokens;
    private final SecurityContextRepository logins = new HttpSessionSecurityContextRepository();
    private final int mostBodies;
    private final Semaphore bodies;

    /**
     * @param mostFields of a form
     * @param mostBodies that are received at the same time, of the size before a login; a larger one counts as several
     */
    BodyFilter(RequestLimits limits, int mostFields, int mostBodies, boolean hasUsers, TokenFilter tokens) {
        this.mostBodies = mostBodies;
        this.bodies = new Semaphore(mostBodies);
        this.limits = limits;
        this.mostFields = mostFields;
        this.hasUsers = hasUsers;
        this.tokens = tokens;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest incoming = (HttpServletRequest) request;
        HttpServletResponse answer = (HttpServletResponse) response;
        if (incoming.getDispatcherType() == DispatcherType.ASYNC) {
            continueWithBody(incoming, answer, chain);
        } else if (incoming.getContentLengthLong() > 0 || incoming.getHeader(HttpHeaders.TRANSFER_ENCODING) != null) {
            receive(incoming, answer);
        } else {
            chain.doFilter(request, response);
        }
    }

    private void continueWithBody(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!(request.getAttribute(BODY) instanceof byte[] body)) {
            throw new IllegalStateException("Async dispatch without a body: this is a bug");
        }
        RequestWithBody complete;
        try {
            complete = new RequestWithBody(request, body, mostFields);
        } catch (IllegalStateException | InvalidMediaTypeException e) {
            Headers.refuse(
                    request,
                    response,
                    HttpServletResponse.SC_BAD_REQUEST,
                    "The form in the body is malformed, or has more than %d fields".formatted(mostFields));
            return;
        }
        chain.doFilter(complete, response);
    }

    private void receive(HttpServletRequest request, HttpServletResponse response) throws IOException {
        long small = limits.largestBodyBeforeLogin().toBytes();
        long max = mayOperate(request) ? limits.largestBody().toBytes() : small;
        long length = request.getContentLengthLong();
        if (length > max) {
            refuseLarge(request, response, max);
            return;
        }
        int share = (int) Math.min(mostBodies, (length < 0 ? max : length) / small + 1);
        if (!bodies.tryAcquire(share)) {
            Headers.refuse(
                    request,
                    response,
                    HttpServletResponse.SC_SERVICE_UNAVAILABLE,
                    "The server receives many other forms; try again in a few seconds");
            return;
        }
        AsyncContext waiting = request.startAsync();
        waiting.setTimeout(limits.longestBody().toMillis());
        Body body = new Body(waiting, max, share);
        waiting.addListener(body);
        request.getInputStream().setReadListener(body);
    }

    /** Returns whether the client may send other bodies than the forms of login and logout. */
    private boolean mayOperate(HttpServletRequest request) {
        if (Headers.isForApi(request)) {
            return tokens.mayOperate(request);
        }
        if (!hasUsers) {
            return true;
        }
        Authentication login = request.isRequestedSessionIdValid()
                ? logins.loadDeferredContext(request).get().getAuthentication()
                : null;
        return login != null && login.getAuthorities().stream().anyMatch(role -> OPERATE.equals(role.getAuthority()));
    }

    private static void refuseLarge(HttpServletRequest request, HttpServletResponse response, long max)
            throws IOException {
        Headers.refuse(
                request,
                response,
                HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
                String.format(Locale.ROOT, "The body of a request may have at most %,d bytes", max));
    }

    /** Received part of a body. The server calls it from one thread at a time. */
    private final class Body implements ReadListener, AsyncListener {

        private static final int BUFFER_SIZE = 4096;

        private final AsyncContext waiting;
        private final long max;
        private final int share;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        private Body(AsyncContext waiting, long max, int share) {
            this.waiting = waiting;
            this.max = max;
            this.share = share;
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
            byte[] part = new byte[BUFFER_SIZE];
            while (in.isReady() && !in.isFinished()) {
                int length = in.read(part);
                if (length > 0) {
                    bytes.write(part, 0, length);
                }
                if (bytes.size() > max) {
                    refuseLarge(request(), response(), max);
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
            Headers.refuse(
                    request(),
                    response(),
                    HttpServletResponse.SC_REQUEST_TIMEOUT,
                    "The body of a request must arrive within %d s"
                            .formatted(limits.longestBody().toSeconds()));
            waiting.complete();
        }

        /** Does nothing, since {@link #onError(AsyncEvent)} follows. */
        @Override
        public void onError(Throwable failure) {}

        @Override
        public void onError(AsyncEvent event) {
            waiting.complete();
        }

        @Override
        public void onComplete(AsyncEvent event) {
            bodies.release(share);
        }

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }

    /** Request whose body was read. Its dispatcher type is REQUEST, because other filters skip asynchronous dispatches. */
    private static final class RequestWithBody extends HttpServletRequestWrapper {

        private final Map<String, String[]> parameters = new LinkedHashMap<>();
        private final byte[] body;

        /** @throws IllegalStateException if the body is a malformed form, or has too many fields */
        private RequestWithBody(HttpServletRequest request, byte[] body, int mostFields) {
            super(request);
            this.body = body;
            parameters.putAll(request.getParameterMap());
            String type = request.getContentType();
            if (type != null && MediaType.APPLICATION_FORM_URLENCODED.includes(MediaType.parseMediaType(type))) {
                Parameters form = new Parameters();
                form.setCharset(StandardCharsets.UTF_8);
                form.setLimit(mostFields);
                form.processParameters(body, 0, body.length);
                for (String name : Collections.list(form.getParameterNames())) {
                    parameters.merge(name, form.getParameterValues(name), StringUtils::concatenateStringArrays);
                }
            }
        }

        @Override
        public DispatcherType getDispatcherType() {
            return DispatcherType.REQUEST;
        }

        @Override
        public ServletInputStream getInputStream() {
            return new ReadBody(new ByteArrayInputStream(body));
        }

        @Override
        public @Nullable String getParameter(String name) {
            String[] values = parameters.get(name);
            return values == null ? null : values[0];
        }

        @Override
        public String @Nullable [] getParameterValues(String name) {
            return parameters.get(name);
        }

        @Override
        public Map<String, String[]> getParameterMap() {
            return Collections.unmodifiableMap(parameters);
        }

        @Override
        public Enumeration<String> getParameterNames() {
            return Collections.enumeration(parameters.keySet());
        }
    }

    /** Bytes of a body. */
    private static final class ReadBody extends ServletInputStream {

        private final ByteArrayInputStream bytes;

        private ReadBody(ByteArrayInputStream bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] buffer, int offset, int length) {
            return bytes.read(buffer, offset, length);
        }

        @Override
        public boolean isFinished() {
            return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException("The body is here already");
        }
    }
}
