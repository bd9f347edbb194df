package dev.mongohaul.serve;

import dev.mongohaul.job.launch.BackgroundImports.BackgroundConfiguration;
import dev.mongohaul.report.ReportConfiguration;
import dev.mongohaul.report.render.ReportPage;
import dev.mongohaul.report.render.Templates;
import dev.mongohaul.text.Printable;
import jakarta.servlet.DispatcherType;
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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** Configuration of the pages. */
@Configuration(proxyBeanMethods = false)
@Import({
    BackgroundConfiguration.class,
    ReportConfiguration.class,
    JobBoard.class,
    JobPages.class,
    ImportStarter.class,
    ImportPages.class,
    ExperimentPages.class,
    PageConfiguration.StyleAssets.class,
    PageErrors.class,
})
class PageConfiguration {

    @Bean
    ReportPage reportPage() {
        return new ReportPage();
    }

    @Bean
    FilterRegistrationBean<VisibleTextFilter> visibleText() {
        FilterRegistrationBean<VisibleTextFilter> filter = new FilterRegistrationBean<>(new VisibleTextFilter());
        // A request with a body is dispatched asynchronously when its body is complete.
        filter.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC, DispatcherType.ERROR);
        return filter;
    }

    /** Answers a direct request for the error page with 404. */
    @Bean
    FilterRegistrationBean<Filter> errorPath() {
        FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>((request, response, chain) ->
                ((HttpServletResponse) response).sendError(HttpServletResponse.SC_NOT_FOUND));
        filter.addUrlPatterns("/error");
        filter.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
        return filter;
    }

    /** Filter that escapes invisible characters and changes of the reading direction, since names and values are untrusted. */
    static final class VisibleTextFilter implements Filter {

        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            chain.doFilter(request, new VisibleResponse((HttpServletResponse) response));
        }

        /** Response whose writer escapes; files and downloads use the stream and stay unchanged. */
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

    /** Style sheet of the reports, as a file. */
    @Controller
    static final class StyleAssets {

        private static final MediaType CSS = new MediaType("text", "css", StandardCharsets.UTF_8);

        private final String style = Templates.styleSheet();

        @GetMapping("/assets/report.css")
        ResponseEntity<String> report() {
            return ResponseEntity.ok()
                    .contentType(CSS)
                    .cacheControl(CacheControl.maxAge(Duration.ofHours(1)))
                    .body(style);
        }
    }
}
