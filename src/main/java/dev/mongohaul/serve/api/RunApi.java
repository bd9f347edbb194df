package dev.mongohaul.serve.api;

import dev.mongohaul.job.launch.RunControl;
import dev.mongohaul.job.launch.RunRefusedException;
import dev.mongohaul.report.Reports;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.report.Since;
import dev.mongohaul.repository.run.Run;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.ModelAndView;

/** Runs, and the rejects of their imports. */
@RestController
@RequestMapping(ApiJson.PATH + "/runs")
record RunApi(Reports reports, RunControl control) {

    /** Writes rejects; returns whether there are any. */
    @FunctionalInterface
    private interface Export {

        boolean write() throws IOException;
    }

    /** Lists runs, the newest first. A link leads to the next page, if there is one. */
    @GetMapping
    ModelAndView runs(
            @RequestParam(required = false) @Nullable String job,
            @RequestParam(defaultValue = "") List<String> status,
            @RequestParam(required = false) @Nullable String since,
            @RequestParam(defaultValue = "" + Long.MAX_VALUE) long before,
            @RequestParam(defaultValue = "20") int limit) {
        status.stream()
                .filter(word -> !RunReport.statuses().contains(word))
                .findFirst()
                .ifPresent(word -> {
                    throw ApiJson.wrong(
                            "status=%s: it is none of %s".formatted(word, String.join(", ", RunReport.statuses())));
                });
        Instant from = since == null ? null : Since.of(since).orElseThrow(() -> ApiJson.wrong(Since.refusal(since)));
        List<RunReport> runs = reports.runs(RunReport.filter(job, status, from, null), before, ApiJson.limit(limit));
        return ApiJson.page(
                runs,
                "before",
                runs.size() < limit ? null : runs.get(runs.size() - 1).run());
    }

    @GetMapping("/{number}")
    ModelAndView run(@PathVariable long number) {
        return ApiJson.of(reports.run(find(number)));
    }

    /** Sends the same file as the {@code rejects} command writes. */
    @GetMapping("/{number}/rejects.csv")
    void rejects(
            @PathVariable long number,
            @RequestParam(required = false) @Nullable String charset,
            HttpServletResponse response)
            throws IOException {
        send(number, "text/csv", response, () -> control.writeRejects(number, charset, response.getOutputStream()));
    }

    /** Sends the rejects with their reasons, as the file of reasons has them. */
    @GetMapping("/{number}/rejects.ndjson")
    void reasons(@PathVariable long number, HttpServletResponse response) throws IOException {
        send(number, "application/x-ndjson", response, () -> control.writeReasons(number, response.getOutputStream()));
    }

    private void send(long number, String type, HttpServletResponse response, Export export) throws IOException {
        find(number);
        response.setContentType(type);
        if (!export.write()) {
            response.reset();
            throw ApiJson.missing("Run %d has no rejects".formatted(number));
        }
    }

    private Run find(long number) {
        try {
            return control.run(number);
        } catch (RunRefusedException e) {
            throw ApiJson.missing(String.valueOf(e.getMessage()));
        }
    }
}
