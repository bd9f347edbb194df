package dev.mongohaul.serve;

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
import dev.mongohaul.report.render.FileLayout;
import dev.mongohaul.report.render.ReportLayout;
import dev.mongohaul.report.render.ReportPage;
import dev.mongohaul.report.render.ReportView;
import dev.mongohaul.schedule.ScheduledJob;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Pages of jobs, by their files and imports, and the form that starts one. {@link PageErrors} answers what they throw. */
@Controller
record JobPages(JobFiles files, Reports reports, BackgroundImports imports, Clock clock, ReportPage renderer) {

    private static final int IMPORTS_SHOWN = 50;
    private static final int FILES_SHOWN = 100;
    private static final int TREND_IMPORTS = 30;

    @GetMapping("/")
    ModelAndView jobs() {
        List<JobLine> lines = lines();
        return new ModelAndView("jobs")
                .addObject("lines", lines)
                .addObject("counts", JobLine.counts(lines))
                .addObject("live", lines.stream().anyMatch(JobLine::underWay));
    }

    @GetMapping("/jobs/{name}")
    ModelAndView job(@PathVariable String name) {
        return page(name, ImportForm.EMPTY);
    }

    @PostMapping("/jobs/{name}/imports")
    ModelAndView start(@PathVariable String name, ImportForm form, RedirectAttributes flash) {
        if (file(name).isEmpty()) {
            throw missing(name);
        }
        ImportRequest asked = ImportRequest.of(files, name, form.allParameters(), form.isAgain());
        return ActionResult.start(asked, imports).redirect("/jobs/{name}", flash);
    }

    /** Stops the import that this process started, even if it has no run yet. */
    @PostMapping("/jobs/{name}/stop")
    ModelAndView stop(@PathVariable String name, RedirectAttributes flash) {
        find(name);
        return ActionResult.of(imports.stop(name)).redirect("/jobs/{name}", flash);
    }

    /** Redirects a browser that reloads the answer to a form. */
    @GetMapping({"/jobs/{name}/imports", "/jobs/{name}/stop"})
    ModelAndView reloaded() {
        return ActionResult.seeOther("/jobs/{name}");
    }

    /** Returns the page with a form that is filled in. */
    ModelAndView page(String name, ImportForm form) {
        JobLine line = find(name);
        Optional<JobHistory> history = reports.job(name, IMPORTS_SHOWN);
        ReportView known = files(name);
        return new ModelAndView("job")
                .addObject("line", line)
                .addObject("form", form.withoutPasswords())
                .addObject("started", imports.latest(name).orElse(null))
                .addObject(
                        "parts",
                        renderer.parts(history.map(ReportLayout::of)
                                .map(view -> view.and(known))
                                .orElse(known)))
                .addObject("live", line.underWay());
    }

    private ReportView files(String name) {
        List<FileReport> known = reports.files(name, FILES_SHOWN);
        long more = known.isEmpty() ? 0 : reports.fileCount(name) - FILES_SHOWN;
        return FileLayout.of(name, known, Math.max(0, more));
    }

    private static NoSuchPageException missing(String name) {
        return new NoSuchPageException("There is no job \"%s\"".formatted(name));
    }

    /** Returns all jobs that have a file, an import or a slot: first those that failed, then those that were missed; each by name. */
    private List<JobLine> lines() {
        Map<String, ListedJobFile> listed = files.list().stream()
                .collect(Collectors.toMap(ListedJobFile::name, Function.identity(), (first, second) -> first));
        Set<String> underWay = imports.underWay();
        TreeSet<String> names = new TreeSet<>(listed.keySet());
        names.addAll(reports.jobNames());
        Map<String, List<ImportSummary>> past = reports.imports(names, TREND_IMPORTS);
        return names.stream()
                .map(name -> line(name, listed.get(name), past.getOrDefault(name, List.of()), underWay.contains(name)))
                .sorted(Comparator.comparing(line -> line.state().needsAttention() ? line.state() : JobLineState.NEW))
                .toList();
    }

    /** Returns one job, without its trend. */
    private JobLine find(String name) {
        ListedJobFile file = file(name).orElse(null);
        if (file == null && !reports.jobNames().contains(name)) {
            throw missing(name);
        }
        boolean underWay = imports.underWay().contains(name);
        return line(name, file, reports.imports(List.of(name), 1).getOrDefault(name, List.of()), underWay);
    }

    private Optional<ListedJobFile> file(String name) {
        return files.list().stream()
                .filter(listed -> listed.name().equals(name))
                .findFirst();
    }

    private JobLine line(String name, @Nullable ListedJobFile file, List<ImportSummary> past, boolean underWay) {
        ImportSummary last = past.isEmpty() ? null : past.get(0);
        Optional<JobFile> job = Optional.ofNullable(file).flatMap(ListedJobFile::job);
        return new JobLine(
                name,
                job.map(JobFile::description).filter(Objects::nonNull).orElse(""),
                job.map(read -> String.join(", ", read.shownFiles())).orElse(""),
                problem(file),
                job.flatMap(ScheduledJob::of)
                        .map(scheduled -> scheduled.nextText(clock.instant()))
                        .orElse(""),
                last,
                reports.lastSlot(name, past).orElse(null),
                Sparkline.of(past),
                underWay || (last != null && last.status().equals("running")));
    }

    private String problem(@Nullable ListedJobFile file) {
        return file == null
                ? "There is no longer a job file of this name in " + files.folder()
                : file.problems().stream().map(JobFileProblem::toString).collect(Collectors.joining("\n"));
    }
}
