package dev.mongohaul.serve.api;

import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.launch.RunControl;
import dev.mongohaul.job.launch.background.BackgroundImport;
import dev.mongohaul.job.launch.background.BackgroundImports;
import dev.mongohaul.prove.StartedComparisons;
import dev.mongohaul.report.ImportReport;
import dev.mongohaul.report.Reports;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.ModelAndView;

/** Imports, and what can be done with them. Actions are those of the last run, as on the page of an import. */
@RestController
@RequestMapping(ApiJson.PATH + "/imports/{number}")
record ImportApi(
        Reports reports,
        RunControl control,
        BackgroundImports imports,
        StartedComparisons comparisons,
        JobFiles files,
        Starts starts) {

    @GetMapping
    ModelAndView show(@PathVariable long number) {
        return ApiJson.of(find(number));
    }

    @PostMapping("/stop")
    ModelAndView stop(@PathVariable long number) {
        return ApiJson.message(control.stop(run(find(number))));
    }

    @PostMapping("/abandon")
    ModelAndView abandon(@PathVariable long number) {
        return ApiJson.message(control.abandon(run(find(number)), files.workingDirectory()));
    }

    @PostMapping(path = "/restart", consumes = MediaType.APPLICATION_JSON_VALUE)
    ModelAndView restart(@PathVariable long number, @RequestBody(required = false) @Nullable String body) {
        ImportReport report = find(number);
        List<String> settings =
                ApiJson.read(body, RestartBody.EMPTY, RestartBody.class).parameters();
        return start(report, () -> imports.restart(control, files, run(report), settings));
    }

    @PostMapping(path = "/undo", consumes = MediaType.APPLICATION_JSON_VALUE)
    ModelAndView undo(@PathVariable long number, @RequestBody(required = false) @Nullable String body) {
        ImportReport report = find(number);
        boolean force = ApiJson.read(body, UndoBody.EMPTY, UndoBody.class).isForced();
        Path exports = control.exports(files, run(report));
        return start(report, () -> imports.undo(report.summary().job(), run(report), force, exports));
    }

    @PostMapping("/verify")
    ModelAndView verify(@PathVariable long number) {
        ImportReport report = find(number);
        return start(report, () -> comparisons.verify(run(report)));
    }

    private ModelAndView start(ImportReport report, Supplier<BackgroundImport> launch) {
        return ApiJson.accepted(starts.start(report.summary().job(), null, "", id -> launch.get()));
    }

    private ImportReport find(long number) {
        return reports.ofImport(number).orElseThrow(() -> ApiJson.missing("There is no import %d".formatted(number)));
    }

    private static long run(ImportReport report) {
        List<Long> runs = report.summary().times().runs();
        return runs.get(runs.size() - 1);
    }
}
