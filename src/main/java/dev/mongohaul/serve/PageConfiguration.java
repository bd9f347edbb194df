package dev.mongohaul.serve;

import dev.mongohaul.job.launch.background.BackgroundImports;
import dev.mongohaul.report.Reports;
import dev.mongohaul.report.overview.Overview;
import dev.mongohaul.report.render.ReportPage;
import dev.mongohaul.report.work.WorkerReports;
import dev.mongohaul.text.PrintableWriter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.ZoneId;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Configuration of the pages. */
@Configuration(proxyBeanMethods = false)
@Import({
    BackgroundImports.class,
    Reports.class,
    WorkerReports.class,
    ReportPage.class,
    Diffs.class,
    JobPages.class,
    FirstPage.class,
    ImportPages.class,
    OtherPages.class,
    PageErrors.class,
})
class PageConfiguration {

    @Bean
    Overview overview(Reports reports) {
        return new Overview(reports, ZoneId.systemDefault());
    }

    /** Escapes invisible characters and changes of the reading direction, since names and values are untrusted. */
    @Bean
    FilterRegistrationBean<Filter> visibleText() {
        FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>(
                (request, response, chain) -> chain.doFilter(request, new VisibleResponse(response)));
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

    /** Response whose writer escapes; files and downloads use the stream and stay unchanged. */
    private static final class VisibleResponse extends HttpServletResponseWrapper {

        private VisibleResponse(ServletResponse response) {
            super((HttpServletResponse) response);
        }

        @Override
        public PrintWriter getWriter() throws IOException {
            return new PrintWriter(new PrintableWriter(super.getWriter()));
        }
    }
}
