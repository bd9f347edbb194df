package dev.mongohaul.serve;

import dev.mongohaul.text.Printable;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;

/** Shows as an escape what would be invisible in a page, or turn its reading direction: names and cells are strangers'. */
final class VisibleTextFilter implements Filter {

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        chain.doFilter(request, new VisibleResponse((HttpServletResponse) response));
    }

    /** Files and downloads are streams, and are left as they are. */
    private static final class VisibleResponse extends HttpServletResponseWrapper {

        private VisibleResponse(HttpServletResponse response) {
            super(response);
        }

        @Override
        public PrintWriter getWriter() throws IOException {
            return new PrintWriter(new VisibleWriter(super.getWriter()));
        }
    }

    private static final class VisibleWriter extends FilterWriter {

        private VisibleWriter(Writer out) {
            super(out);
        }

        @Override
        public void write(int character) throws IOException {
            out.write(Printable.lines(String.valueOf((char) character)));
        }

        @Override
        public void write(char[] text, int from, int length) throws IOException {
            out.write(Printable.lines(new String(text, from, length)));
        }

        @Override
        public void write(String text, int from, int length) throws IOException {
            out.write(Printable.lines(text.substring(from, from + length)));
        }
    }
}
