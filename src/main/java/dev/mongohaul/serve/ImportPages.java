package dev.mongohaul.serve;

import dev.mongohaul.job.launch.BackgroundImports;
import dev.mongohaul.job.launch.Refusal;
import dev.mongohaul.job.launch.RunControl;
import dev.mongohaul.job.launch.RunControl.RunRefusedException;
import dev.mongohaul.report.ImportReport;
import dev.mongohaul.report.Progress;
import dev.mongohaul.report.Reports;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.report.render.ImportView;
import dev.mongohaul.report.render.ReportPage;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
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

/** The pages of imports, and what can be done with one. */
@Controller
final class ImportPages {

    private final Reports reports;
    private final RunControl control;
    private final ImportStarter starter;
    private final BackgroundImports imports;
    private final ReportPage drawing;

    ImportPages(
            Reports reports, RunControl control, ImportStarter starter, BackgroundImports imports, ReportPage drawing) {
        this.reports = reports;
        this.control = control;
        this.starter = starter;
        this.imports = imports;
        this.drawing = drawing;
    }

    @GetMapping("/imports/{number}")
    ModelAndView show(@PathVariable long number) {
        return page(number, ImportForm.EMPTY);
    }

    /** Runs are told on the pages of their imports. */
    @GetMapping("/runs/{run}")
    ModelAndView run(@PathVariable long run) {
        try {
            return Redirect.to("/imports/" + control.importOf(run));
        } catch (RunRefusedException e) {
            throw new NoSuchPageException("There is no run " + run);
        }
    }

    /** The same file as the command 'rejects' writes. */
    @GetMapping("/imports/{number}/rejects.csv")
    void rejects(
            @PathVariable long number,
            @RequestParam(required = false) @Nullable String charset,
            HttpServletResponse response)
            throws IOException {
        ImportReport report = find(number);
        ContentDisposition attachment = ContentDisposition.attachment()
                .filename(
                        "%s-%d%s.csv".formatted(report.summary().job(), number, charset == null ? "" : "." + charset),
                        StandardCharsets.UTF_8)
                .build();
        response.setContentType("text/csv");
        response.setHeader(HttpHeaders.CONTENT_DISPOSITION, attachment.toString());
        if (!control.writeRejects(Actions.of(report.summary()).run(), charset, response.getOutputStream())) {
            response.reset();
            throw new NoSuchPageException("Import %d has no rejects".formatted(number));
        }
    }

    @PostMapping("/imports/{number}/stop")
    ModelAndView stop(@PathVariable long number, RedirectAttributes flash) {
        return act(number, ImportForm.EMPTY, flash, report -> Done.of(control.stop(run(report))));
    }

    @PostMapping("/imports/{number}/abandon")
    ModelAndView abandon(@PathVariable long number, RedirectAttributes flash) {
        return act(number, ImportForm.EMPTY, flash, report -> Done.of(control.abandon(run(report))));
    }

    @PostMapping("/imports/{number}/restart")
    ModelAndView restart(@PathVariable long number, ImportForm form, RedirectAttributes flash) {
        return act(
                number, form, flash, report -> starter.restart(report.summary().job(), run(report), form));
    }

    /** Where a browser is that loads the answer to a form again. */
    @GetMapping({"/imports/{number}/stop", "/imports/{number}/abandon", "/imports/{number}/restart"})
    ModelAndView acted() {
        return Redirect.to("/imports/{number}");
    }

    private ModelAndView act(
            long number, ImportForm form, RedirectAttributes flash, Function<ImportReport, Done> action) {
        ImportReport report = find(number);
        try {
            return Redirect.to("/imports/{number}", flash, action.apply(report));
        } catch (RuntimeException e) {
            Refusal refusal = Refusal.of(e);
            ModelAndView page = page(number, form).addObject("refused", refusal.message());
            page.setStatus(PageErrors.status(refusal));
            return page;
        }
    }

    private ModelAndView page(long number, ImportForm form) {
        ImportReport report = find(number);
        Actions actions = Actions.of(report.summary());
        BegunImport begun = actions.restart() ? begun(report) : null;
        return new ModelAndView("import")
                .addObject("summary", report.summary())
                .addObject("reason", reason(report))
                .addObject("progress", Progress.of(report))
                .addObject("parts", drawing.parts(ImportView.withoutRejects(report)))
                .addObject("reasons", report.contents().rejects())
                .addObject("rejects", reports.rejects(report))
                .addObject("charsets", control.charsets(actions.run()))
                .addObject("actions", actions)
                .addObject("form", form.withoutPasswords())
                .addObject("begun", begun)
                .addObject("live", actions.stop() || (begun != null && begun.underWay()));
    }

    /** Of an import that is continued, the input is read before it has a run. */
    private @Nullable BegunImport begun(ImportReport report) {
        return imports.latest(report.summary().job()).map(BegunImport::of).orElse(null);
    }

    /** Why the last try did not come to its end. */
    private static @Nullable String reason(ImportReport report) {
        List<RunReport> tries = report.runs();
        return tries.get(tries.size() - 1).reason();
    }

    private ImportReport find(long number) {
        return reports.ofImport(number)
                .orElseThrow(() -> new NoSuchPageException("There is no import %d".formatted(number)));
    }

    private static long run(ImportReport report) {
        return Actions.of(report.summary()).run();
    }
}
