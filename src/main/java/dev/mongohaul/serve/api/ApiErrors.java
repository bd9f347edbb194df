package dev.mongohaul.serve.api;

import dev.mongohaul.job.launch.Refusal;
import dev.mongohaul.job.launch.RefusalKind;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/**
 * Answers to exceptions of the API: problem details with the text of the command. It is asked last, since a path or method
 * that the API does not have belongs to no controller.
 */
@RestControllerAdvice
final class ApiErrors {

    private static final Logger LOG = LoggerFactory.getLogger(ApiErrors.class);

    @ExceptionHandler
    ResponseEntity<ProblemDetail> problem(Exception failure, HttpServletRequest request, HttpServletResponse response)
            throws Exception {
        if (!request.getRequestURI().startsWith("/api/") || response.isCommitted()) {
            throw failure;
        }
        if (failure instanceof ErrorResponse known) {
            return ResponseEntity.status(known.getStatusCode())
                    .headers(known.getHeaders())
                    .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                    .body(known.getBody());
        }
        if (failure instanceof MethodArgumentTypeMismatchException wrong) {
            return answer(
                    HttpStatus.BAD_REQUEST,
                    "\"%s\" is not a value of %s; %s/openapi.yaml describes it"
                            .formatted(wrong.getValue(), wrong.getName(), ApiJson.PATH));
        }
        Refusal refusal = Refusal.of(failure);
        if (refusal.kind() == RefusalKind.FAILED) {
            LOG.warn("{} {}: {}", request.getMethod(), request.getRequestURI(), refusal.message());
            LOG.debug("The request failed", failure);
        }
        return answer(RefusalStatus.of(refusal, failure), refusal.message());
    }

    private static ResponseEntity<ProblemDetail> answer(HttpStatus status, String message) {
        return ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(ProblemDetail.forStatusAndDetail(status, message));
    }
}
