package dev.mongohaul.job.launch;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.InputRules;
import dev.mongohaul.csv.input.InputRules.PathRoots;
import dev.mongohaul.job.ImportProperties;
import dev.mongohaul.job.JobRefusedException;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.file.ListedJobFile;
import dev.mongohaul.job.file.Source;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Rules for the folders that a form may name. Thread-safe.
 *
 * <p>The users who may start imports may not read and write all files that the process can. Without other settings, a
 * form may name input files in folders that job files name, and reject folders that job files name. Values that a form
 * leaves as they are in the job file are allowed.
 *
 * @param rules for the files that job files may name
 */
record FormFolders(JobFiles files, ImportProperties properties, InputRules rules) {

    private static final String INPUTS = "a form without mongohaul.import.input-roots";
    private static final String OUTPUTS = "a form without mongohaul.import.output-roots";

    private static final InputRules.Search SEARCH = new InputRules.Search(100_000, Duration.ofSeconds(10));

    /** Matching time grows with the length of the path to the power of this number. */
    private static final int MOST_STARS = 4;

    /**
     * Checks the request without a search for files.
     *
     * @return rules for the files that the import may read
     * @throws InputException if it names a file or a folder that no form may name
     * @throws JobRefusedException if it reads standard input
     */
    InputRules rules(ImportRequest asked) {
        requireRejectsFolder(asked);
        List<String> named = asked.file().source().files();
        if (named.contains(Source.STANDARD_INPUT)) {
            throw new JobRefusedException(
                    asked.file().name(),
                    List.of(
                            "source.files: a page has no standard input (-); name a file, or use the command 'import'"));
        }
        if (isAsItStands(asked, file -> file.source().files().equals(named))) {
            return rules;
        }
        List<String> ofJobs =
                jobs().flatMap(job -> job.source().files().stream()).toList();
        InputRules confined = rules.confined(known(PathRoots.around(ofJobs)), INPUTS, SEARCH);
        named.forEach(pattern -> {
            confined.requireFolder(pattern);
            requireFewStars(pattern);
        });
        return confined;
    }

    /** Counts two adjacent stars as one. */
    private static void requireFewStars(String pattern) {
        if (pattern.replace("**", "*")
                        .chars()
                        .filter(character -> character == '*')
                        .count()
                > MOST_STARS) {
            throw InputException.refused(
                    "'%s': a pattern in a form has at most %d stars".formatted(pattern, MOST_STARS));
        }
    }

    private void requireRejectsFolder(ImportRequest asked) {
        Path folder = asked.file().rejects().directory();
        properties.requireOutput(folder);
        if (properties.outputRoots().isEmpty()
                && !isAsItStands(asked, file -> file.rejects().directory().equals(folder))) {
            List<Path> ofJobs =
                    jobs().map(job -> job.rejects().directory()).distinct().toList();
            known(new PathRoots(ofJobs)).require(folder, OUTPUTS);
        }
    }

    /** Refuses roots without a folder, which would allow any. */
    private static PathRoots known(PathRoots roots) {
        if (roots.folders().isEmpty()) {
            throw InputException.refused("No job file names a folder, so that a form cannot name one either");
        }
        return roots;
    }

    private static boolean isAsItStands(ImportRequest asked, Predicate<JobFile> same) {
        return asked.standing().filter(same).isPresent();
    }

    private Stream<JobFile> jobs() {
        return files.list().stream().map(ListedJobFile::job).flatMap(Optional::stream);
    }
}
