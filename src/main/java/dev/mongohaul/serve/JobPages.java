package dev.mongohaul.serve;

import dev.mongohaul.job.launch.BackgroundImports;
import dev.mongohaul.report.JobReport.JobHistory;
import dev.mongohaul.report.Reports;
import dev.mongohaul.report.render.JobView;
import dev.mongohaul.report.render.ReportPage;
import dev.mongohaul.serve.PageErrors.NoSuchPageException;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Pages of jobs, and the form that starts an import. {@link PageErrors} answers what they throw. */
@Controller
final class JobPages {

    private static final int IMPORTS_SHOWN = 50;

    private final JobBoard board;
    private final Reports reports;
    private final ImportStarter starter;
    private final BackgroundImports imports;
    private final ReportPage renderer;

    JobPages(JobBoard board, Reports reports, ImportStarter starter, BackgroundImports imports, ReportPage renderer) {
        this.board = board;
        this.reports = reports;
        this.starter = starter;
        this.imports = imports;
        this.renderer = renderer;
    }

    @GetMapping("/")
    ModelAndView jobs() {
        List<JobLine> lines = board.lines();
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
        if (board.file(name).isEmpty()) {
            throw missing(name);
        }
        return starter.start(name, form).redirect("/jobs/{name}", flash);
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
        return new ModelAndView("job")
                .addObject("line", line)
                .addObject("form", form.withoutPasswords())
                .addObject("started", starter.latest(name).orElse(null))
                .addObject(
                        "parts", history.map(JobView::of).map(renderer::parts).orElse(List.of()))
                .addObject("live", line.underWay());
    }

    private JobLine find(String name) {
        return board.line(name).orElseThrow(() -> missing(name));
    }

    private static NoSuchPageException missing(String name) {
        return new NoSuchPageException("There is no job \"%s\"".formatted(name));
    }
}
