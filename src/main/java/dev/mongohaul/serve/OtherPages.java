package dev.mongohaul.serve;

import dev.mongohaul.compare.page.SuitePage;
import dev.mongohaul.compare.suite.SuiteResult;
import dev.mongohaul.report.render.ReportPage;
import dev.mongohaul.report.render.Templates;
import dev.mongohaul.report.render.WorkLayout;
import dev.mongohaul.report.work.SeenWorkers;
import dev.mongohaul.report.work.WorkerReports;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;

/** Style sheet of the reports, as a file, the workers, and the results of the comparisons that ran on this machine. */
@Controller
final class OtherPages {

    private static final MediaType CSS = new MediaType("text", "css", StandardCharsets.UTF_8);

    private final String style = Templates.styleSheet();
    private final WorkerReports workers;
    private final ReportPage renderer;

    OtherPages(WorkerReports workers, ReportPage renderer) {
        this.workers = workers;
        this.renderer = renderer;
    }

    @GetMapping("/assets/report.css")
    ResponseEntity<String> styleSheet() {
        return ResponseEntity.ok()
                .contentType(CSS)
                .cacheControl(CacheControl.maxAge(Duration.ofHours(1)))
                .body(style);
    }

    @GetMapping("/workers")
    ModelAndView workers() {
        SeenWorkers seen = workers.seen();
        return new ModelAndView("workers")
                .addObject("warnings", seen.warnings())
                .addObject("parts", renderer.parts(WorkLayout.of(seen)))
                .addObject("live", seen.busy());
    }

    @GetMapping("/experiments")
    ModelAndView experiments() {
        List<SuiteResult> results = SuiteResult.storedIn(SuiteResult.FOLDER);
        return new ModelAndView("experiments")
                .addObject("contents", results.isEmpty() ? "" : new SuitePage(results).contents());
    }
}
