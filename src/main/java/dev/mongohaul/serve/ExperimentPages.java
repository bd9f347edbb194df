package dev.mongohaul.serve;

import dev.mongohaul.compare.report.StoredResults;
import dev.mongohaul.compare.report.SuitePage;
import dev.mongohaul.compare.report.SuiteResult;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;

/** Page with the results of the comparisons that ran on this machine. */
@Controller
final class ExperimentPages {

    @GetMapping("/experiments")
    ModelAndView experiments() {
        List<SuiteResult> results = StoredResults.in(StoredResults.FOLDER);
        return new ModelAndView("experiments")
                .addObject("contents", results.isEmpty() ? "" : new SuitePage(results).contents());
    }
}
