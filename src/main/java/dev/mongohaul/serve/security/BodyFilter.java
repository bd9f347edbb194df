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
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.util.unit.DataSize;

/**
 * Filter that reads the body of a request before all other filters, within limits of size and time. No thread waits for a
 * client: the server reads the available bytes, and the other filters see the request when its body is complete. Otherwise
 * as many slow clients as the server has threads could block it.
 */
final class BodyFilter implements Filter {

    private static final String BODY = BodyFilter.class.getName();

    private final RequestLimits limits;
    private final boolean hasUsers;

    BodyFilter(RequestLimits limits, boolean hasUsers) {
        this.limits = limits;
        this.hasUsers = hasUsers;
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

    private static void continueWithBody(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!(request.getAttribute(BODY) instanceof byte[] body)) {
            throw new IllegalStateException("Async dispatch without a body: this is a bug");
        }
        RequestWithBody complete;
        try {
            complete = new RequestWithBody(request, body);
        } catch (IllegalArgumentException e) {
            Headers.refuse(request, response, HttpServletResponse.SC_BAD_REQUEST, "The form in the body is malformed");
            return;
        }
        chain.doFilter(complete, response);
    }

    private void receive(HttpServletRequest request, HttpServletResponse response) throws IOException {
        long max = (hasUsers && !request.isRequestedSessionIdValid()
                        ? limits.largestBodyBeforeLogin()
                        : limits.largestBody())
                .toBytes();
        if (request.getContentLengthLong() > max) {
            refuseLarge(request, response, max);
            return;
        }
        AsyncContext waiting = request.startAsync();
        waiting.setTimeout(limits.longestBody().toMillis());
        Body body = new Body(waiting, max);
        waiting.addListener(body);
        request.getInputStream().setReadListener(body);
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
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        private Body(AsyncContext waiting, long max) {
            this.waiting = waiting;
            this.max = max;
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
        public void onComplete(AsyncEvent event) {}

        @Override
        public void onStartAsync(AsyncEvent event) {}
    }

    /**
     * Request whose body was read. Its dispatcher type is REQUEST, because other filters skip asynchronous dispatches.
     */
    static final class RequestWithBody extends HttpServletRequestWrapper {

        private final byte[] body;
        private final MultiValueMap<String, String> parameters = new LinkedMultiValueMap<>();

        /** @throws IllegalArgumentException if the body is a malformed form */
        RequestWithBody(HttpServletRequest request, byte[] body) {
            super(request);
            this.body = body;
            request.getParameterMap().forEach((name, values) -> parameters.addAll(name, List.of(values)));
            String type = request.getContentType();
            if (type != null && MediaType.APPLICATION_FORM_URLENCODED.includes(MediaType.parseMediaType(type))) {
                for (String pair : new String(body, StandardCharsets.UTF_8).split("&", -1)) {
                    if (!pair.isEmpty()) {
                        String[] parts = pair.split("=", 2);
                        parameters.add(decode(parts[0]), parts.length == 1 ? "" : decode(parts[1]));
                    }
                }
            }
        }

        private static String decode(String text) {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        }

        @Override
        public DispatcherType getDispatcherType() {
            return DispatcherType.REQUEST;
        }

        @Override
        public @Nullable String getParameter(String name) {
            return parameters.getFirst(name);
        }

        @Override
        public String @Nullable [] getParameterValues(String name) {
            return getParameterMap().get(name);
        }

        @Override
        public Map<String, String[]> getParameterMap() {
            Map<String, String[]> arrays = new LinkedHashMap<>();
            parameters.forEach((name, values) -> arrays.put(name, values.toArray(new String[0])));
            return arrays;
        }

        @Override
        public Enumeration<String> getParameterNames() {
            return Collections.enumeration(parameters.keySet());
        }

        @Override
        public BufferedReader getReader() {
            return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
        }

        @Override
        public ServletInputStream getInputStream() {
            ByteArrayInputStream bytes = new ByteArrayInputStream(body);
            return new ServletInputStream() {
                @Override
                public int read() {
                    return bytes.read();
                }

                @Override
                public int read(byte[] part, int from, int length) {
                    return bytes.read(part, from, length);
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
                    throw new IllegalStateException("The body is already complete");
                }
            };
        }
    }

    /**
     * Limits for the body of a request. A request beyond them is refused, and its connection is closed.
     *
     * @param longestBody time from the end of the headers to the end of the body
     * @param largestBody size of a body after the login, or if there is none
     * @param largestBodyBeforeLogin size of a body before the login
     */
    @ConfigurationProperties("mongohaul.requests")
    record RequestLimits(
            @DefaultValue("10s") Duration longestBody,
            @DefaultValue("1MB") DataSize largestBody,
            @DefaultValue("8KB") DataSize largestBodyBeforeLogin) {

        private static final Duration MIN_TIME = Duration.ofSeconds(1);
        private static final Duration MAX_TIME = Duration.ofHours(1);
        private static final DataSize MIN_SIZE = DataSize.ofKilobytes(1);
        private static final DataSize MAX_SIZE = DataSize.ofMegabytes(100);

        RequestLimits {
            if (longestBody.compareTo(MIN_TIME) < 0 || longestBody.compareTo(MAX_TIME) > 0) {
                throw refused("longest-body", longestBody, "must be from 1s to 1h.");
            }
            requireSize("largest-body", largestBody);
            requireSize("largest-body-before-login", largestBodyBeforeLogin);
        }

        private static InvalidConfigurationPropertyValueException refused(String name, Object value, String reason) {
            return new InvalidConfigurationPropertyValueException("mongohaul.requests." + name, value, reason);
        }

        private static void requireSize(String name, DataSize size) {
            if (size.compareTo(MIN_SIZE) < 0 || size.compareTo(MAX_SIZE) > 0) {
                throw refused(name, size, "must be from 1KB to 100MB.");
            }
        }
    }
}
