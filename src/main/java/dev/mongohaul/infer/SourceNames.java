package dev.mongohaul.infer;

import dev.mongohaul.csv.archive.MemberName;
import dev.mongohaul.csv.source.InputSources;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Names of a job, its collection and its files, derived from the files.
 *
 * @param files as a job file names them
 * @param arguments the files as arguments of a shell's command
 */
record SourceNames(String job, String collection, List<String> files, String arguments) {

    private static final int LONGEST_NAME = 100;
    private static final Pattern JOB = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    SourceNames(String job, List<String> files, String arguments) {
        this(job, job, files, arguments);
    }

    /** @param folder that holds {@code jobs/} */
    static SourceNames of(Path folder, List<String> files) {
        List<String> named =
                files.stream().map(file -> inJobFile(folder, file)).distinct().toList();
        return new SourceNames(jobOf(files.get(0)), named, arguments(files));
    }

    /** Returns the names with another collection, which the job is named after. */
    SourceNames into(String other) {
        return new SourceNames(JOB.matcher(other).matches() ? other : jobOf(other), other, files, arguments);
    }

    /** @param name of the job; null for that of the collection */
    SourceNames named(@Nullable String name) {
        return name == null ? this : new SourceNames(name, collection, files, arguments);
    }

    /** Returns a name that a job and a collection can have. */
    static String jobOf(String file) {
        // A pattern such as a.zip!/*.csv has no name.
        MemberName parts = MemberName.of(file);
        String named = parts.member().matches("\\W*(csv)?") ? parts.archive() : file;
        String plain = Normalizer.normalize(String.valueOf(Path.of(named).getFileName()), Normalizer.Form.NFD);
        String name = plain.replaceAll("\\p{M}", "")
                .replaceFirst("\\.(gz|zst|bz2|zip)$", "")
                .replaceFirst("\\.(csv|tsv|txt|tab|psv|dat)$", "")
                .replaceAll("[^A-Za-z0-9_-]+", "-")
                .replaceAll("^[^A-Za-z0-9]+|[^A-Za-z0-9]+$", "");
        String fitting = name.substring(0, Math.min(LONGEST_NAME, name.length()));
        return fitting.isEmpty() ? "records" : fitting;
    }

    /** Returns the file as a job file names it: relative to the folder where it lies in that. */
    private static String inJobFile(Path folder, String file) {
        if (!InputSources.isFile(file)) {
            return file;
        }
        Path base = folder.toAbsolutePath().normalize();
        Path path = base.resolve(file).normalize();
        if (!path.startsWith(base)) {
            return path.toString();
        }
        String relative = base.relativize(path).toString();
        // What looks like an address is refused.
        return relative.contains(":") || relative.equals("-") ? "./" + relative : relative;
    }

    private static String arguments(List<String> files) {
        return files.stream()
                .map(file -> file.matches("[\\w./,+=@%:-]+") ? file : "'" + file.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }
}
