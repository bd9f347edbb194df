package dev.mongohaul.serve;

import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.job.file.JobFileException;
import dev.mongohaul.job.file.JobFileProblem;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.file.ListedJobFile;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.background.BackgroundImports;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.report.FileReport;
import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.report.JobHistory;
import dev.mongohaul.report.Reports;
import dev.mongohaul.report.figure.Words;
import dev.mongohaul.report.overview.JobNow;
import dev.mongohaul.report.overview.Overview;
import dev.mongohaul.report.render.FileLayout;
import dev.mongohaul.report.render.ReportLayout;
import dev.mongohaul.report.render.ReportPage;
import dev.mongohaul.report.render.ReportView;
import dev.mongohaul.repository.run.RunStatus;
import dev.mongohaul.schedule.ScheduledJob;
import dev.mongohaul.schedule.pause.Pauses;
import java.security.Principal;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Pages of jobs, by their files and imports, and the form that starts one. {@link PageErrors} answers what they throw. */
@Controller
record JobPages(
        JobFiles files,
        Reports reports,
        Overview overview,
        BackgroundImports imports,
        Diffs diffs,
        Clock clock,
        InputRules rules,
        ReportPage renderer) {

    private static final int IMPORTS_SHOWN = 30;
    private static final int FILES_SHOWN = 20;
    private static final int IMPORTS_OF_FILES_SHOWN = 100;
    private static final int TIMES_SHOWN = 3;

    /** More jobs are shown as a table. */
    private static final int MOST_CARDS = 30;

    /** @param q text that the name, the description or the files of a job must have; empty for all jobs */
    @GetMapping("/")
    ModelAndView jobs(@RequestParam(defaultValue = "") String q) {
        Set<String> underWay = imports.underWay();
        List<ListedJobFile> all = files.list();
        Set<String> listed = all.stream().map(ListedJobFile::name).collect(Collectors.toSet());
        Map<String, JobNow> known = overview.jobs(clock.instant(), listed);
        List<JobLine> lines = all.stream()
                .map(file -> line(
                        file.name(),
                        Optional.of(file),
                        Objects.requireNonNull(known.get(file.name())),
                        underWay.contains(file.name())))
                .filter(line -> line.has(q))
                .sorted(Comparator.comparing(JobLine::state).thenComparing(JobLine::name))
                .toList();
        return new ModelAndView("jobs")
                .addObject("q", q)
                .addObject("lines", lines)
                .addObject("counts", JobLine.counts(lines))
                .addObject("groups", JobLine.groups(lines))
                .addObject("table", lines.size() > MOST_CARDS)
                .addObject(
                        "lost",
                        known.keySet().stream()
                                .filter(name -> !listed.contains(name) && name.contains(q))
                                .toList())
                .addObject(
                        "ofFiles",
                        overview.ofFiles().stream()
                                .filter(last -> last.job().contains(q))
                                .limit(IMPORTS_OF_FILES_SHOWN)
                                .toList())
                .addObject("live", lines.stream().anyMatch(JobLine::running));
    }

    @GetMapping("/jobs/{name}")
    ModelAndView job(@PathVariable String name) {
        return page(name, ImportForm.EMPTY);
    }

    @PostMapping("/jobs/{name}/imports")
    ModelAndView start(@PathVariable String name, ImportForm form, RedirectAttributes flash) {
        if (!files.has(name)) {
            throw missing(name);
        }
        ImportRequest asked = ImportRequest.of(files, name, form.allParameters(), form.isAgain());
        return ActionResult.start(asked, imports).redirect("/jobs/{name}", flash);
    }

    /** Compares the files that an import would read with the target. */
    @PostMapping("/jobs/{name}/diff")
    ModelAndView diff(@PathVariable String name, RedirectAttributes flash) {
        if (!files.has(name)) {
            throw missing(name);
        }
        return ActionResult.started(diffs.start(name), "the input is compared with the target")
                .redirect("/jobs/{name}", flash);
    }

    /** Stops the import that this process started, even if it has no run yet. */
    @PostMapping("/jobs/{name}/stop")
    ModelAndView stop(@PathVariable String name, RedirectAttributes flash) {
        return ActionResult.of(imports.stop(name)).redirect("/jobs/{name}", flash);
    }

    @PostMapping("/jobs/{name}/pause")
    ModelAndView pause(@PathVariable String name, @Nullable Principal user, RedirectAttributes flash) {
        boolean done = pauses(name).pause(name, user == null ? null : user.getName(), clock.instant());
        return ActionResult.of(done ? "The schedule is paused: no slot begins" : "The schedule was paused already")
                .redirect("/jobs/{name}", flash);
    }

    @PostMapping("/jobs/{name}/resume")
    ModelAndView resume(@PathVariable String name, @Nullable Principal user, RedirectAttributes flash) {
        boolean done = pauses(name).resume(name, user == null ? null : user.getName(), clock.instant());
        return ActionResult.of(done ? "The schedule is resumed, from its next time on" : "The schedule was not paused")
                .redirect("/jobs/{name}", flash);
    }

    private Pauses pauses(String name) {
        if (!files.has(name)) {
            throw missing(name);
        }
        return reports.slots().pauses();
    }

    /** Redirects a browser that reloads the answer to a form. */
    @GetMapping({
        "/jobs/{name}/imports",
        "/jobs/{name}/diff",
        "/jobs/{name}/stop",
        "/jobs/{name}/pause",
        "/jobs/{name}/resume"
    })
    ModelAndView reloaded() {
        return ActionResult.seeOther("/jobs/{name}");
    }

    /** Returns the page with a form that is filled in. */
    ModelAndView page(String name, ImportForm form) {
        Set<String> compared = imports.compared();
        ListedJobFile file = files.listed(name).orElse(null);
        JobHistory history = reports.job(name, IMPORTS_SHOWN).orElse(null);
        if (file == null && history == null) {
            throw missing(name);
        }
        Optional<JobFile> job = Optional.ofNullable(file).flatMap(ListedJobFile::job);
        Optional<ScheduledJob> scheduled = job.flatMap(ScheduledJob::of);
        ImportSummary last = history == null ? null : history.job().last();
        boolean running = last != null && last.status() == RunStatus.RUNNING;
        ReportView known = files(name);
        Set<String> underWay = imports.underWay();
        JobNow now = Objects.requireNonNull(
                overview.jobs(clock.instant(), Set.of(name)).get(name));
        return new ModelAndView("job")
                .addObject("name", name)
                .addObject("line", line(name, Optional.ofNullable(file), now, underWay.contains(name)))
                .addObject("description", description(job))
                .addObject(
                        "files",
                        job.map(read -> String.join(", ", read.shownFiles())).orElse(""))
                .addObject(
                        "lost",
                        file == null
                                && (last != null
                                        || (history != null && !history.slots().isEmpty())))
                .addObject("startable", job.isPresent())
                .addObject("inbox", job.isEmpty() ? Inbox.NONE : inbox(name))
                .addObject("text", file == null ? "" : text(name))
                .addObject("scheduled", scheduled.orElse(null))
                .addObject(
                        "next",
                        scheduled
                                .map(next -> next.nextTexts(clock.instant(), TIMES_SHOWN))
                                .orElse(""))
                .addObject(
                        "paused", reports.paused(name).map(ReportLayout::paused).orElse(""))
                .addObject("diff", diffs.latest(name).orElse(null))
                .addObject("running", running ? last : null)
                .addObject("form", form.withoutPasswords())
                .addObject("started", imports.latest(name).orElse(null))
                .addObject(
                        "parts",
                        renderer.parts(
                                history == null
                                        ? known
                                        : ReportLayout.of(history).and(known)))
                .addObject("live", running || compared.contains(name) || underWay.contains(name));
    }

    private Inbox inbox(String name) {
        return Inbox.of(ImportRequest.of(files, name, List.of(), false).file(), rules);
    }

    /** Returns the settings of the job file without what can be a secret. */
    private String text(String name) {
        try {
            return files.shown(name);
        } catch (JobFileException e) {
            return "";
        }
    }

    private ReportView files(String name) {
        List<FileReport> known = reports.files(name, 0, FILES_SHOWN);
        long more = known.isEmpty() ? 0 : reports.fileCount(name) - FILES_SHOWN;
        return FileLayout.of(name, known, Math.max(0, more));
    }

    private static NoSuchPageException missing(String name) {
        return new NoSuchPageException("There is no job \"%s\"".formatted(name));
    }

    private JobLine line(String name, Optional<ListedJobFile> file, JobNow now, boolean underWay) {
        Optional<JobFile> job = file.flatMap(ListedJobFile::job);
        return new JobLine(
                name,
                description(job),
                job.map(read -> String.join(", ", read.shownFiles())).orElse(""),
                file.map(JobPages::problem).orElse(""),
                job.flatMap(ScheduledJob::of)
                        .map(scheduled ->
                                scheduled.next(clock.instant()).map(Words::time).orElse("no further time"))
                        .orElse(""),
                underWay,
                now.last() == null || !now.isRunning() ? null : percent(now.last()),
                now);
    }

    private static String description(Optional<JobFile> job) {
        return job.map(JobFile::description).orElse("");
    }

    private @Nullable Long percent(ImportSummary running) {
        return reports.ofImport(running.importNumber())
                .map(report -> report.progress().percent())
                .orElse(null);
    }

    private static String problem(ListedJobFile file) {
        return file.problems().stream().map(JobFileProblem::toString).collect(Collectors.joining("\n"));
    }
}
