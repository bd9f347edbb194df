package dev.mongohaul.job;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.Operation;
import dev.mongohaul.job.file.Source;
import dev.mongohaul.mapping.type.MappingSpec;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** What the words of a job file are called by the packages that act on them. */
final class Translation {

    private Translation() {}

    static CsvDialect dialect(Source source, int maxRecordBytes) {
        return new CsvDialect(
                source.charset(),
                source.delimiter(),
                source.quote().orElse(null),
                source.escape().orElse(null),
                source.header().names(),
                source.skipLines(),
                Objects.requireNonNullElse(source.comment(), ""),
                source.strayQuotes(),
                source.ragged(),
                source.trim(),
                maxRecordBytes);
    }

    static MappingSpec mapping(JobFile job, List<String> columns) {
        return new MappingSpec(
                columns,
                job.fields(),
                job.unlisted(),
                job.blanks(),
                Set.copyOf(job.nulls()),
                leftOut(job),
                job.target().id());
    }

    /** The column that says what is done with a record becomes a field only where it is listed. */
    private static Set<String> leftOut(JobFile job) {
        if (job.write().operation() instanceof Operation.ByColumn byColumn
                && !job.fields().containsKey(byColumn.column())
                && !job.target().id().contains(byColumn.column())) {
            return Set.of(byColumn.column());
        }
        return Set.of();
    }
}
