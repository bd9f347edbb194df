package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvDialect;
import java.util.List;

/**
 * A job as its input suggests it.
 *
 * @param dialect what {@code source} says
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

    /** The job file, with what needs to be known in comments. */
    public String toYaml() {
        return new JobFileText(this).text();
    }
}
