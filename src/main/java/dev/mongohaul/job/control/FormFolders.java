package dev.mongohaul.job.control;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.InputRules;
import dev.mongohaul.csv.input.PathRoots;
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
 * Folders that a form may name. Who may start imports may not read and write all that the process can: without
 * other settings, a form names files in folders that job files name, and folders for rejects that job files name. What a
 * form leaves as it is in the job file is the job file's to say. Thread-safe.
 */
public final class FormFolders {

    private static final String INPUTS = "a form without mongohaul.import.input-roots";
    private static final String OUTPUTS = "a form without mongohaul.import.output-roots";

    private static final InputRules.Search SEARCH = new InputRules.Search(100_000, Duration.ofSeconds(10));

    /** The time that a comparison takes grows with the length of the path to the power of this number. */
    private static final int MOST_STARS = 4;

    private final JobFiles files;
    private final ImportProperties properties;
    private final InputRules rules;

    /** @param rules of what job files may name */
    public FormFolders(JobFiles files, ImportProperties properties, InputRules rules) {
        this.files = files;
        this.properties = properties;
        this.rules = rules;
    }

    /**
     * Looks at what was asked for, without a search for files.
     *
     * @return rules of what the import may read
     * @throws InputException where it names a file or a folder that no form may name
     * @throws JobRefusedException where it reads standard input
     */
    InputRules rules(AskedImport asked) {
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

    /** Two stars side by side count once. */
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

    private void requireRejectsFolder(AskedImport asked) {
        Path folder = asked.file().rejects().directory();
        properties.requireOutput(folder);
        if (properties.outputRoots().isEmpty()
                && !isAsItStands(asked, file -> file.rejects().directory().equals(folder))) {
            List<Path> ofJobs =
                    jobs().map(job -> job.rejects().directory()).distinct().toList();
            known(new PathRoots(ofJobs)).require(folder, OUTPUTS);
        }
    }

    /** Roots without a folder would allow any. */
    private static PathRoots known(PathRoots roots) {
        if (roots.folders().isEmpty()) {
            throw InputException.refused("No job file names a folder, so that a form cannot name one either");
        }
        return roots;
    }

    private static boolean isAsItStands(AskedImport asked, Predicate<JobFile> same) {
        return asked.standing().filter(same).isPresent();
    }

    private Stream<JobFile> jobs() {
        return files.list().stream().map(ListedJobFile::job).flatMap(Optional::stream);
    }
}
