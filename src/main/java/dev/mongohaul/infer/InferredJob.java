package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.infer.IdSearch.IdGuess;
import dev.mongohaul.mapping.type.FieldPath;
import dev.mongohaul.mapping.type.FieldSpec;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Job inferred from its input.
 *
 * @param dialect the settings of {@code source}
 */
public record InferredJob(
        SourceNames names,
        CharsetGuess charset,
        FirstPass pass,
        HeaderGuess header,
        CsvDialect dialect,
        List<InferredColumn> columns,
        IdGuess id) {

    public InferredJob {
        columns = List.copyOf(columns);
    }

    /** Returns the job file with comments. */
    public String toYaml() {
        return new JobFileText(this).text();
    }

    /**
     * Column of an inferred job.
     *
     * @param to its place; null for that of its name
     * @param note where the choice was close; null where it was not
     */
    record InferredColumn(
            String name,
            FieldSpec field,
            @Nullable FieldPath to,
            @Nullable String note) {}

    /**
     * Names of a job, its collection and its files, derived from the files.
     *
     * @param job the name of the job and of its collection
     * @param files as a job file names them
     * @param arguments the files as arguments of a shell's command
     */
    record SourceNames(String job, List<String> files, String arguments) {

        private static final int LONGEST_NAME = 100;

        SourceNames {
            files = List.copyOf(files);
        }

        /**
         * Returns the names for the files.
         *
         * @param folder that holds {@code jobs/}
         */
        static SourceNames of(Path folder, List<String> files) {
            List<String> named = files.stream()
                    .map(file -> inJobFile(folder, file))
                    .distinct()
                    .toList();
            return new SourceNames(job(files.get(0)), named, arguments(files));
        }

        /** Returns a name that a job and a collection can have. */
        private static String job(String file) {
            String plain = Normalizer.normalize(String.valueOf(Path.of(file).getFileName()), Normalizer.Form.NFD);
            String name = plain.replaceAll("\\p{M}", "")
                    .replaceFirst("\\.(gz|zst)$", "")
                    .replaceFirst("\\.(csv|tsv|txt|tab|psv|dat)$", "")
                    .replaceAll("[^A-Za-z0-9_-]+", "-")
                    .replaceAll("^[^A-Za-z0-9]+|[^A-Za-z0-9]+$", "");
            String fitting = name.substring(0, Math.min(LONGEST_NAME, name.length()));
            return fitting.isEmpty() ? "records" : fitting;
        }

        /** Returns the file as a job file names it: relative to the folder where it lies in that. */
        private static String inJobFile(Path folder, String file) {
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
}
