package dev.mongohaul.serve;

import dev.mongohaul.job.launch.Refusal;
import dev.mongohaul.job.launch.RefusalKind;
import dev.mongohaul.report.figure.Words;
import dev.mongohaul.serve.api.RefusalStatus;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.ModelAndView;

/** Answers to exceptions of the pages: the page of the form with the refusal, or the error page. */
@Order(Ordered.HIGHEST_PRECEDENCE)
@ControllerAdvice(assignableTypes = {JobPages.class, ImportPages.class, OtherPages.class})
record PageErrors(JobPages jobs, ImportPages imports) {

    private static final Logger LOG = LoggerFactory.getLogger(PageErrors.class);

    /** Returns the time zone of all times, which each page names. */
    @ModelAttribute("zone")
    String zone() {
        return Words.zone();
    }

    @ExceptionHandler
    ModelAndView missing(NoSuchPageException e) {
        return error(HttpStatus.NOT_FOUND, String.valueOf(e.getMessage()));
    }

    @ExceptionHandler
    ModelAndView missing(MethodArgumentTypeMismatchException e) {
        return error(HttpStatus.NOT_FOUND, "\"%s\" is not a number, such as 42".formatted(e.getValue()));
    }

    @ExceptionHandler
    ModelAndView refused(RuntimeException e, HttpServletRequest request) {
        Refusal refusal = Refusal.of(e);
        if (refusal.kind() == RefusalKind.FAILED) {
            LOG.warn("{} {}: {}", request.getMethod(), request.getRequestURI(), refusal.message());
            LOG.debug("The page failed", e);
        }
        HttpStatus status = RefusalStatus.of(refusal, e);
        return form(request)
                .map(page -> {
                    page.setStatus(status);
                    return page.addObject("refused", refusal.message());
                })
                .orElseGet(() -> error(status, refusal.message()));
    }

    /** Returns the page whose form was sent, filled in; empty if the request was no form. */
    private Optional<ModelAndView> form(HttpServletRequest request) {
        if (!request.getMethod().equals("POST")
                || !(request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE)
                        instanceof Map<?, ?> variables)) {
            return Optional.empty();
        }
        ImportForm form = new ImportForm(
                request.getParameter("files"),
                request.getParameter("parameters"),
                Boolean.valueOf(request.getParameter("again")));
        try {
            return Optional.of(
                    variables.get("number") instanceof String number
                            ? imports.page(Long.parseLong(number), form)
                            : jobs.page(String.valueOf(variables.get("name")), form));
        } catch (RuntimeException e) {
            LOG.debug("The page of the form cannot be shown", e);
            return Optional.empty();
        }
    }

    private static ModelAndView error(HttpStatus status, String message) {
        return new ModelAndView("error", Map.of("status", status.value(), "message", message), status);
    }
}
