package dev.mongohaul.telemetry;

import dev.mongohaul.job.run.ImportMeter;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.run.BatchCounts;
import dev.mongohaul.repository.run.Run;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.step.StepExecution;

/**
 * Trace of one run: a span of the run, one for each step below it, and one for each partition below the step that imports.
 * They are made from Spring Batch's records at the end, so that records and chunks cost nothing. A run that is killed has no
 * trace.
 */
final class RunSpans implements ImportMeter {

    /** Key of the log's context. */
    private static final String TRACE = "traceId";

    private final Tracer tracer;
    private @Nullable Span root;

    RunSpans(Tracer tracer) {
        this.tracer = tracer;
    }

    @Override
    public void begun(Run run) {
        Span span = tracer.spanBuilder(
                        "import " + run.execution().getJobInstance().getJobName())
                .setNoParent()
                .setStartTimestamp(run.started())
                .setAttribute("mongohaul.job", run.execution().getJobInstance().getJobName())
                .setAttribute("mongohaul.import", run.importNumber())
                .setAttribute("mongohaul.run", run.id())
                .startSpan();
        MDC.put(TRACE, span.getSpanContext().getTraceId());
        root = span;
    }

    @Override
    public void ended(Run run) {
        Span span = root;
        if (span == null) {
            return;
        }
        List<StepExecution> all = List.copyOf(run.execution().getStepExecutions());
        List<StepExecution> steps =
                all.stream().filter(step -> !Run.isPartition(step)).toList();
        for (StepExecution step : steps) {
            Span child = start(step, span);
            if (step.getStepName().equals(Run.IMPORT_STEP)) {
                all.stream().filter(Run::isPartition).forEach(part -> {
                    Span partition = start(part, child);
                    counts(partition, BatchCounts.of(part));
                    end(partition, part);
                });
            }
            end(child, step);
        }
        span.setAttribute("mongohaul.outcome", run.ending().word());
        counts(span, run.counts());
        if (run.ending().failed()) {
            span.setStatus(StatusCode.ERROR, run.reason());
        }
        span.end(run.ended().orElseGet(Instant::now));
    }

    private Span start(StepExecution step, Span parent) {
        return tracer.spanBuilder(step.getStepName())
                .setParent(Context.root().with(parent))
                .setStartTimestamp(instant(step.getStartTime() == null ? step.getCreateTime() : step.getStartTime()))
                .startSpan();
    }

    private static void end(Span span, StepExecution step) {
        if (step.getStatus() == BatchStatus.FAILED) {
            span.setStatus(StatusCode.ERROR);
        }
        LocalDateTime end = step.getEndTime();
        span.end(end == null ? Instant.now() : instant(end));
    }

    private static void counts(Span span, Counts counts) {
        span.setAttribute("mongohaul.records.read", counts.read());
        span.setAttribute("mongohaul.records.written", counts.written());
        span.setAttribute("mongohaul.records.rejected", counts.rejected());
    }

    /** Converts Spring Batch's local time. */
    private static Instant instant(LocalDateTime local) {
        return local.atZone(ZoneId.systemDefault()).toInstant();
    }
}
