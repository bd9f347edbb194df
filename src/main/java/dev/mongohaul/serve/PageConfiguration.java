package dev.mongohaul.serve;

import dev.mongohaul.job.launch.BackgroundImports.BackgroundConfiguration;
import dev.mongohaul.report.ReportConfiguration;
import dev.mongohaul.report.render.ReportPage;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The pages, on top of what schedules take. */
@Configuration(proxyBeanMethods = false)
@Import({
    BackgroundConfiguration.class,
    ReportConfiguration.class,
    JobBoard.class,
    JobPages.class,
    ImportStarter.class,
    ImportPages.class,
    ExperimentPages.class,
    StyleAssets.class,
    PageErrors.class,
})
public class PageConfiguration {

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

    /** The path of the page for errors is one like others: nothing is there, unless an error has led to it. */
    @Bean
    FilterRegistrationBean<Filter> errorPath() {
        FilterRegistrationBean<Filter> filter = new FilterRegistrationBean<>((request, response, chain) ->
                ((HttpServletResponse) response).sendError(HttpServletResponse.SC_NOT_FOUND));
        filter.addUrlPatterns("/error");
        filter.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
        return filter;
    }
}
