package dev.mongohaul.serve.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.mongohaul.report.Reports;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.report.Since;
import dev.mongohaul.report.SlotReport;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.ModelAndView;

/** Slots of schedules that did not run. */
@RestController
@RequestMapping(ApiJson.PATH + "/slots")
record SlotApi(Reports reports) {

    /** Slot with its job. */
    private record Listed(String job, @JsonUnwrapped SlotReport slot) {}

    /** Lists slots that did not run although there was something to do, and those that wait, the newest first. */
    @GetMapping
    ModelAndView slots(
            @RequestParam(required = false) @Nullable String job,
            @RequestParam(required = false) @Nullable String since,
            @RequestParam(defaultValue = "20") int limit) {
        Instant from = since == null ? null : Since.of(since).orElseThrow(() -> ApiJson.wrong(Since.refusal(since)));
        return ApiJson.of(
                reports
                        .slotsWithoutRun(RunReport.filter(job, List.of(), null, null), from, ApiJson.limit(limit))
                        .stream()
                        .map(entry -> new Listed(entry.job(), Objects.requireNonNull(entry.slot())))
                        .toList());
    }
}
