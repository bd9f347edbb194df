package dev.mongohaul.serve;

import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.expect.Expected;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.RunControl;
import dev.mongohaul.job.launch.RunRefusedException;
import dev.mongohaul.job.launch.background.BackgroundImport;
import dev.mongohaul.job.launch.background.BackgroundImports;
import dev.mongohaul.prove.StartedComparisons;
import dev.mongohaul.report.ImportReport;
import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.report.Reports;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.report.Timeline;
import dev.mongohaul.report.overview.JobState;
import dev.mongohaul.report.render.ReportLayout;
import dev.mongohaul.report.render.ReportPage;
import dev.mongohaul.report.render.WorkLayout;
import dev.mongohaul.report.work.SharedWork;
import dev.mongohaul.report.work.WorkerReports;
import dev.mongohaul.repository.run.RunStatus;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Pages of imports, and their actions. {@link PageErrors} answers what they throw. */
@Controller
record ImportPages(
        Reports reports,
        WorkerReports workers,
        RunControl control,
        BackgroundImports imports,
        StartedComparisons comparisons,
        JobFiles files,
        ReportPage renderer) {

    private static final String NEWEST = "" + Long.MAX_VALUE;
    private static final String BAD = Arrays.stream(JobState.values())
            .filter(JobState::needsAttention)
            .map(JobState::word)
            .filter(Timeline.words()::contains)
            .collect(Collectors.joining(","));

    @GetMapping("/imports/{number}")
    ModelAndView show(@PathVariable long number) {
        return page(number, ImportForm.EMPTY);
    }

    /**
     * Lists runs of all jobs, and slots that did not run, the newest first.
     *
     * @param job name, in which {@code *} stands for any characters; empty for all jobs
     * @param status one or more statuses, separated by commas; empty for all
     * @param day of the start, such as 2026-11-25; empty for all
     * @param before number of the last run of the page before
     * @param until time of the last slot of the page before
     */
    @GetMapping("/runs")
    ModelAndView runs(
            @RequestParam(defaultValue = "") String job,
            @RequestParam(defaultValue = "") String status,
            @RequestParam(defaultValue = "") String day,
            @RequestParam(defaultValue = NEWEST) long before,
            @RequestParam(required = false) @Nullable Instant until) {
        List<String> statuses = status.isEmpty() ? List.of() : List.of(status.split(",", -1));
        if (!Timeline.words().containsAll(statuses)) {
            throw new NoSuchPageException("\"%s\" is no status of runs and slots: they are %s"
                    .formatted(status, String.join(", ", Timeline.words())));
        }
        Timeline found = reports.timeline(
                new Timeline.Wanted(
                        job.isBlank() ? null : job.strip(),
                        statuses,
                        day.isEmpty() ? null : start(day, 0),
                        day.isEmpty() ? null : start(day, 1)),
                new Timeline.Page(before, until));
        return new ModelAndView("runs")
                .addObject("job", job)
                .addObject("status", status)
                .addObject("day", day)
                .addObject("statuses", Timeline.words())
                .addObject("bad", BAD)
                .addObject("parts", renderer.parts(ReportLayout.of(found)))
                .addObject("first", before == Long.MAX_VALUE && until == null)
                .addObject("older", found.older());
    }

    private static Instant start(String day, int later) {
        try {
            return LocalDate.parse(day)
                    .plusDays(later)
                    .atStartOfDay(ZoneId.systemDefault())
                    .toInstant();
        } catch (DateTimeException e) {
            throw new NoSuchPageException("\"%s\" is not a day, such as 2026-11-25".formatted(day));
        }
    }

    /** Redirects to the page of the run's import. */
    @GetMapping("/runs/{run}")
    ModelAndView run(@PathVariable long run) {
        try {
            return ActionResult.seeOther("/imports/" + control.importOf(run));
        } catch (RunRefusedException e) {
            throw new NoSuchPageException("There is no run " + run);
        }
    }

    /** Sends the same file as the {@code rejects} command writes. */
    @GetMapping("/imports/{number}/rejects.csv")
    void rejects(
            @PathVariable long number,
            @RequestParam(required = false) @Nullable String charset,
            HttpServletResponse response)
            throws IOException {
        ImportReport report = find(number);
        long run = Actions.of(report.summary()).run();
        requireCharset(report.summary().job(), control.charsets(run), charset);
        ContentDisposition attachment = ContentDisposition.attachment()
                .filename(
                        "%s-%d%s.csv".formatted(report.summary().job(), number, charset == null ? "" : "." + charset),
                        StandardCharsets.UTF_8)
                .build();
        response.setContentType("text/csv");
        response.setHeader(HttpHeaders.CONTENT_DISPOSITION, attachment.toString());
        if (!control.writeRejects(run, charset, response.getOutputStream())) {
            response.reset();
            throw new NoSuchPageException("Import %d has no rejects".formatted(number));
        }
    }

    /** Refuses a charset before the answer begins. */
    private static void requireCharset(String job, List<String> charsets, @Nullable String charset) {
        if (charset == null ? !charsets.isEmpty() : !charsets.contains(charset)) {
            throw new JobRefusedException(
                    job,
                    List.of(
                            charsets.isEmpty()
                                    ? "the inputs are in one charset: leave charset=%s out".formatted(charset)
                                    : "the inputs are in several charsets, and a file has one: give charset=%s"
                                            .formatted(String.join(" or charset=", charsets))));
        }
    }

    @PostMapping("/imports/{number}/stop")
    ModelAndView stop(@PathVariable long number, RedirectAttributes flash) {
        return ActionResult.of(control.stop(run(find(number)))).redirect("/imports/{number}", flash);
    }

    @PostMapping("/imports/{number}/abandon")
    ModelAndView abandon(@PathVariable long number, RedirectAttributes flash) {
        return ActionResult.of(control.abandon(run(find(number)), files.workingDirectory()))
                .redirect("/imports/{number}", flash);
    }

    @PostMapping("/imports/{number}/restart")
    ModelAndView restart(@PathVariable long number, ImportForm form, RedirectAttributes flash) {
        BackgroundImport restarted = imports.restart(control, files, run(find(number)), form.allParameters());
        return ActionResult.started(restarted, "import started").redirect("/imports/{number}", flash);
    }

    /** Takes the import back, as the {@code undo} command does. */
    @PostMapping("/imports/{number}/undo")
    ModelAndView undo(
            @PathVariable long number, @RequestParam(defaultValue = "false") boolean force, RedirectAttributes flash) {
        ImportReport report = find(number);
        long run = run(report);
        BackgroundImport undo = imports.undo(report.summary().job(), run, force, control.exports(files, run));
        ActionResult begun = ActionResult.started(undo, "import %d is taken back".formatted(number));
        return undo.nothing().map(ActionResult::of).orElse(begun).redirect("/imports/{number}", flash);
    }

    /** Verifies the import, as the {@code verify} command does. */
    @PostMapping("/imports/{number}/verify")
    ModelAndView verify(@PathVariable long number, RedirectAttributes flash) {
        BackgroundImport verification = comparisons.verify(run(find(number)));
        return ActionResult.started(verification, "import %d is compared with its target".formatted(number))
                .redirect("/imports/{number}", flash);
    }

    /** Redirects a browser that reloads the answer to a form. */
    @GetMapping({
        "/imports/{number}/stop",
        "/imports/{number}/abandon",
        "/imports/{number}/restart",
        "/imports/{number}/undo",
        "/imports/{number}/verify"
    })
    ModelAndView reloaded() {
        return ActionResult.seeOther("/imports/{number}");
    }

    /** Returns the page with a form that is filled in. */
    ModelAndView page(long number, ImportForm form) {
        Set<String> underWay = imports.underWay();
        Set<String> compared = imports.compared();
        ImportReport report = find(number);
        Actions allowed = Actions.of(report.summary());
        Actions actions = allowed.undo() && !imports.canUndo(allowed.run()) ? allowed.withoutUndo() : allowed;
        String job = report.summary().job();
        BackgroundImport started = imports.latest(job)
                .filter(latest -> actions.restart() || (actions.verify() && latest.isComparison()))
                .orElse(null);
        SharedWork work = workers.work(report).orElse(null);
        boolean exceeded = report.summary().status().exceededLimit();
        ImportForm filled = actions.restart() && form.equals(ImportForm.EMPTY) ? passing(report) : form;
        RunReport last = report.runs().get(report.runs().size() - 1);
        boolean mismatch = actions.restart() && Expected.isMismatch(last.reason());
        return new ModelAndView("import")
                .addObject("summary", report.summary())
                .addObject("reason", last.reason())
                .addObject("progress", report.progress())
                .addObject("work", work)
                .addObject(
                        "workSections",
                        work == null ? List.of() : WorkLayout.of(work).sections())
                .addObject("parts", renderer.parts(ReportLayout.withoutRejects(report)))
                .addObject("reasons", report.contents().rejects())
                .addObject("rejects", reports.rejects(report))
                .addObject("charsets", control.charsets(actions.run()))
                .addObject("actions", actions)
                .addObject("form", filled.withoutPasswords())
                .addObject("failsAgain", exceeded && filled.isEmpty() && !mismatch)
                .addObject("remedy", mismatch ? Expected.REMEDY : actions.restart() ? report.remedy() : "")
                .addObject("question", report.question())
                .addObject("started", started)
                .addObject(
                        "live",
                        actions.stop()
                                || (actions.restart() && underWay.contains(job))
                                || (started != null && compared.contains(job)));
    }

    /** Returns the form with the limit that would pass, if it is known. */
    private static ImportForm passing(ImportReport report) {
        String limit = report.passingLimit();
        return limit.isEmpty() ? ImportForm.EMPTY : new ImportForm("", limit, null);
    }

    private ImportReport find(long number) {
        return reports.ofImport(number)
                .orElseThrow(() -> new NoSuchPageException("There is no import %d".formatted(number)));
    }

    private static long run(ImportReport report) {
        return Actions.of(report.summary()).run();
    }

    /**
     * Actions that the state of an import allows.
     *
     * @param run its last run, to which the actions apply
     */
    record Actions(long run, boolean stop, boolean restart, boolean abandon, boolean undo, boolean verify) {

        static Actions of(ImportSummary summary) {
            List<Long> runs = summary.times().runs();
            boolean running = summary.status() == RunStatus.RUNNING;
            boolean resumable = !running && "unfinished".equals(summary.state());
            boolean loaded = "completed".equals(summary.state()) && summary.undone() == null;
            return new Actions(runs.get(runs.size() - 1), running, resumable, resumable, loaded, loaded);
        }

        Actions withoutUndo() {
            return new Actions(run, stop, restart, abandon, false, verify);
        }
    }
}
