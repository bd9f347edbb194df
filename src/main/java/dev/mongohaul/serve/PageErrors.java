package dev.mongohaul.serve;

import dev.mongohaul.job.launch.Refusal;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.ModelAndView;

/** Tells on a page what went wrong with another. */
@ControllerAdvice(assignableTypes = {JobPages.class, ImportPages.class, ExperimentPages.class})
final class PageErrors {

    @ExceptionHandler
    ModelAndView missing(NoSuchPageException e) {
        return page(HttpStatus.NOT_FOUND, String.valueOf(e.getMessage()));
    }

    @ExceptionHandler
    ModelAndView missing(MethodArgumentTypeMismatchException e) {
        return page(HttpStatus.NOT_FOUND, "\"%s\" is not a number, such as 42".formatted(e.getValue()));
    }

    @ExceptionHandler
    ModelAndView refused(RuntimeException e) {
        Refusal refusal = Refusal.of(e);
        return page(status(refusal), refusal.message());
    }

    /** What a browser is told beside the words. */
    static HttpStatus status(Refusal refusal) {
        return switch (refusal.kind()) {
            case WRONG -> HttpStatus.BAD_REQUEST;
            case CONFLICT -> HttpStatus.CONFLICT;
            case FAILED -> HttpStatus.INTERNAL_SERVER_ERROR;
        };
    }

    private static ModelAndView page(HttpStatus status, String told) {
        return new ModelAndView("error", Map.of("status", status.value(), "told", told), status);
    }
}
