package dev.mongohaul.serve.api;

import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.file.ListedJobFile;
import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.RunRefusedException;
import dev.mongohaul.job.launch.background.BackgroundImports;
import dev.mongohaul.report.FileReport;
import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.report.Reports;
import dev.mongohaul.report.overview.JobState;
import dev.mongohaul.report.overview.Overview;
import dev.mongohaul.schedule.ScheduledJob;
import dev.mongohaul.schedule.Slots;
import java.security.Principal;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.ModelAndView;
import tools.jackson.databind.json.JsonMapper;

/** Jobs, their imports and files. */
@RestController
@RequestMapping(ApiJson.PATH + "/jobs")
record JobApi(
        JobFiles files,
        Reports reports,
        Overview overview,
        BackgroundImports imports,
        Starts starts,
        Slots slots,
        Clock clock) {

    private static final Pattern KEY = Pattern.compile("[\\x21-\\x7E]{1,200}");

    @GetMapping
    ModelAndView jobs() {
        return ApiJson.of(files.list().stream().map(ListedJob::of).toList());
    }

    @GetMapping("/{name}")
    ModelAndView job(@PathVariable String name) {
        requireKnown(name);
        return answer(name);
    }

    /** Lists the imports of a job, the newest first. A link leads to the next page, if there is one. */
    @GetMapping("/{name}/imports")
    ModelAndView imports(
            @PathVariable String name,
            @RequestParam(defaultValue = "" + Long.MAX_VALUE) long before,
            @RequestParam(defaultValue = "20") int limit) {
        requireKnown(name);
        List<ImportSummary> found = reports.imports(name, before, ApiJson.limit(limit));
        return ApiJson.page(
                found,
                "before",
                found.size() < limit ? null : found.get(found.size() - 1).importNumber());
    }

    /** Lists what is known of files, the newest first. A link leads to the next page, if there is one. */
    @GetMapping("/{name}/files")
    ModelAndView files(
            @PathVariable String name,
            @RequestParam(defaultValue = "0") int skip,
            @RequestParam(defaultValue = "20") int limit) {
        requireKnown(name);
        if (skip < 0) {
            throw ApiJson.wrong("skip=%d: it is a number of files, from 0 on".formatted(skip));
        }
        List<FileReport> found = reports.files(name, skip, ApiJson.limit(limit));
        long next = (long) skip + limit;
        return ApiJson.page(found, "skip", next < reports.fileCount(name) ? next : null);
    }

    @PostMapping(path = "/{name}/imports", consumes = MediaType.APPLICATION_JSON_VALUE)
    ModelAndView start(
            @PathVariable String name,
            @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
            @RequestBody(required = false) @Nullable String body) {
        requireFile(name);
        if (key != null && !KEY.matcher(key).matches()) {
            throw ApiJson.wrong("The Idempotency-Key has 1 to 200 visible ASCII characters, such as a UUID");
        }
        StartBody asked = ApiJson.read(body, StartBody.EMPTY, StartBody.class);
        return ApiJson.accepted(starts.start(
                name,
                key,
                JsonMapper.shared().writeValueAsString(List.of(name, asked)),
                id -> imports.start(ImportRequest.of(files, name, asked.parameters(), asked.again())
                        .startedBy(id))));
    }

    /** Pauses the schedule of a job, unless it is paused; answers with the job. */
    @PostMapping("/{name}/pause")
    ModelAndView pause(@PathVariable String name, Principal token) {
        if (files.listed(name)
                .flatMap(ListedJobFile::job)
                .flatMap(ScheduledJob::of)
                .isEmpty()) {
            requireFile(name);
            throw new RunRefusedException("%s has no schedule that could be paused".formatted(name));
        }
        slots.pauses().pause(name, token.getName(), clock.instant());
        return answer(name);
    }

    /** Resumes the schedule of a job, unless it is not paused; answers with the job. */
    @PostMapping("/{name}/resume")
    ModelAndView resume(@PathVariable String name, Principal token) {
        requireKnown(name);
        slots.pauses().resume(name, token.getName(), clock.instant());
        return answer(name);
    }

    /** Answers with a job and its state, which is that of the overview. */
    private ModelAndView answer(String name) {
        boolean broken =
                files.listed(name).filter(file -> !file.problems().isEmpty()).isPresent();
        JobState state = broken
                ? JobState.BROKEN
                : Objects.requireNonNull(
                                overview.jobs(clock.instant(), List.of(name)).get(name))
                        .state();
        return ApiJson.of(reports.listed(name).in(state.word()));
    }

    private void requireKnown(String name) {
        if (!files.has(name) && !reports.jobNames().contains(name)) {
            throw ApiJson.missing("There is no job \"%s\"".formatted(name));
        }
    }

    private void requireFile(String name) {
        if (!files.has(name)) {
            throw ApiJson.missing("There is no job file of the name \"%s\"".formatted(name));
        }
    }
}
