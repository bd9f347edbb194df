package dev.mongohaul.serve;

import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.JobFileProblem;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.file.ListedJobFile;
import dev.mongohaul.job.launch.BackgroundImports;
import dev.mongohaul.job.launch.BackgroundImports.BackgroundImport;
import dev.mongohaul.report.ImportSummary;
import dev.mongohaul.report.Reports;
import dev.mongohaul.schedule.ScheduledJob;
import dev.mongohaul.serve.JobLine.Sparkline;
import dev.mongohaul.serve.JobLine.State;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Overview of all jobs, by their files and their imports. Thread-safe. */
final class JobBoard {

    private static final int TREND_IMPORTS = 30;

    private final JobFiles files;
    private final Reports reports;
    private final BackgroundImports imports;
    private final Clock clock;

    JobBoard(JobFiles files, Reports reports, BackgroundImports imports, Clock clock) {
        this.files = files;
        this.reports = reports;
        this.imports = imports;
        this.clock = clock;
    }

    /** Returns all jobs that have a file, an import or a slot: first those that failed, then those that were missed; each by name. */
    List<JobLine> lines() {
        Map<String, ListedJobFile> listed = files.list().stream()
                .collect(Collectors.toMap(ListedJobFile::name, Function.identity(), (first, second) -> first));
        TreeSet<String> names = new TreeSet<>(listed.keySet());
        names.addAll(reports.jobNames());
        Map<String, List<ImportSummary>> imports = reports.imports(names, TREND_IMPORTS);
        return names.stream()
                .map(name -> line(name, listed.get(name), imports.getOrDefault(name, List.of())))
                .sorted(Comparator.comparing(JobBoard::priority))
                .toList();
    }

    private static State priority(JobLine line) {
        return line.state().needsAttention() ? line.state() : State.NEW;
    }

    /** Returns one job, without its trend; empty if there is none of this name. */
    Optional<JobLine> line(String name) {
        ListedJobFile file = file(name).orElse(null);
        return file == null && !reports.jobNames().contains(name)
                ? Optional.empty()
                : Optional.of(line(name, file, reports.imports(List.of(name), 1).getOrDefault(name, List.of())));
    }

    /** Returns the job's file in the folder of jobs; empty if it has none. */
    Optional<ListedJobFile> file(String name) {
        return files.list().stream()
                .filter(listed -> listed.name().equals(name))
                .findFirst();
    }

    private JobLine line(String name, @Nullable ListedJobFile file, List<ImportSummary> past) {
        ImportSummary last = past.isEmpty() ? null : past.get(0);
        Optional<JobFile> job = Optional.ofNullable(file).flatMap(ListedJobFile::job);
        return new JobLine(
                name,
                job.map(JobFile::description).filter(Objects::nonNull).orElse(""),
                job.map(read -> String.join(", ", read.source().files())).orElse(""),
                problem(file),
                job.flatMap(ScheduledJob::of)
                        .map(scheduled -> scheduled.nextText(clock.instant()))
                        .orElse(""),
                last,
                reports.lastSlot(name, past).orElse(null),
                Sparkline.of(past),
                (last != null && last.status().equals("running"))
                        || imports.latest(name)
                                .filter(BackgroundImport::isUnderWay)
                                .isPresent());
    }

    private String problem(@Nullable ListedJobFile file) {
        return file == null
                ? "There is no longer a job file of this name in " + files.folder()
                : file.problems().stream().map(JobFileProblem::toString).collect(Collectors.joining("\n"));
    }
}
