package dev.mongohaul.serve.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Answers a request that gets no page: one sentence of plain text, with nothing of the request in it. */
final class Refusal {

    private Refusal() {}

    static void send(HttpServletRequest request, HttpServletResponse response, int status, String why)
            throws IOException {
        byte[] text = (why + "\n").getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType("text/plain;charset=UTF-8");
        Headers.write(request, response);
        response.setContentLength(text.length);
        response.getOutputStream().write(text);
    }
}
