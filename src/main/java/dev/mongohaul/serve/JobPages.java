package dev.mongohaul.serve;

import dev.mongohaul.job.launch.BackgroundImports;
import dev.mongohaul.job.launch.Refusal;
import dev.mongohaul.report.JobReport.JobHistory;
import dev.mongohaul.report.Reports;
import dev.mongohaul.report.render.JobView;
import dev.mongohaul.report.render.ReportPage;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** The pages of jobs, and the form that starts an import. */
@Controller
final class JobPages {

    private static final int SHOWN = 50;

    private final JobBoard board;
    private final Reports reports;
    private final ImportStarter starter;
    private final BackgroundImports imports;
    private final ReportPage drawing;

    JobPages(JobBoard board, Reports reports, ImportStarter starter, BackgroundImports imports, ReportPage drawing) {
        this.board = board;
        this.reports = reports;
        this.starter = starter;
        this.imports = imports;
        this.drawing = drawing;
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
        return act(name, form, flash, () -> starter.start(name, form));
    }

    /** Of an import that was begun here: it may have no run yet that could be stopped. */
    @PostMapping("/jobs/{name}/stop")
    ModelAndView stop(@PathVariable String name, RedirectAttributes flash) {
        return act(name, ImportForm.EMPTY, flash, () -> Done.of(imports.stop(name)));
    }

    private ModelAndView act(String name, ImportForm form, RedirectAttributes flash, Supplier<Done> action) {
        try {
            return Redirect.to("/jobs/{name}", flash, action.get());
        } catch (RuntimeException e) {
            Refusal refusal = Refusal.of(e);
            ModelAndView page = page(name, form).addObject("refused", refusal.message());
            page.setStatus(PageErrors.status(refusal));
            return page;
        }
    }

    /** Where a browser is that loads the answer to a form again. */
    @GetMapping({"/jobs/{name}/imports", "/jobs/{name}/stop"})
    ModelAndView started() {
        return Redirect.to("/jobs/{name}");
    }

    private ModelAndView page(String name, ImportForm form) {
        JobLine line = board.line(name).orElseThrow(() -> missing(name));
        Optional<JobHistory> history = reports.job(name, SHOWN);
        return new ModelAndView("job")
                .addObject("line", line)
                .addObject("form", form.withoutPasswords())
                .addObject("begun", imports.latest(name).map(BegunImport::of).orElse(null))
                .addObject("parts", history.map(JobView::of).map(drawing::parts).orElse(List.of()))
                .addObject("live", line.underWay());
    }

    private static NoSuchPageException missing(String name) {
        return new NoSuchPageException("There is no job \"%s\"".formatted(name));
    }
}
