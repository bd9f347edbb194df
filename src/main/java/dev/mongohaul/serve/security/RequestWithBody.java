package dev.mongohaul.serve.security;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

/**
 * A request whose body was read. It looks like one that has just come in: filters that leave out
 * asynchronous dispatches would leave out this one.
 */
final class RequestWithBody extends HttpServletRequestWrapper {

    private final byte[] body;
    private final Map<String, String[]> parameters;

    /** @throws IllegalArgumentException where the body says that it is a form, and is none */
    RequestWithBody(HttpServletRequest request, byte[] body) {
        super(request);
        this.body = body;
        Map<String, List<String>> all = new LinkedHashMap<>();
        request.getParameterMap().forEach((name, values) -> all.put(name, new ArrayList<>(List.of(values))));
        if (isForm(request)) {
            addForm(all);
        }
        Map<String, String[]> arrays = new LinkedHashMap<>();
        all.forEach((name, values) -> arrays.put(name, values.toArray(new String[0])));
        this.parameters = Collections.unmodifiableMap(arrays);
    }

    private static boolean isForm(HttpServletRequest request) {
        String type = request.getContentType();
        return type != null && MediaType.APPLICATION_FORM_URLENCODED.includes(MediaType.parseMediaType(type));
    }

    private void addForm(Map<String, List<String>> parameters) {
        for (String pair : new String(body, StandardCharsets.UTF_8).split("&", -1)) {
            if (!pair.isEmpty()) {
                String[] parts = pair.split("=", 2);
                parameters
                        .computeIfAbsent(decoded(parts[0]), name -> new ArrayList<>())
                        .add(parts.length == 1 ? "" : decoded(parts[1]));
            }
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    @Override
    public DispatcherType getDispatcherType() {
        return DispatcherType.REQUEST;
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = parameters.get(name);
        return values == null ? null : values[0];
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        String[] values = parameters.get(name);
        return values == null ? null : values.clone();
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        return parameters;
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
                throw new IllegalStateException("The body of this request is complete");
            }
        };
    }
}
