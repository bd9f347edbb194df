package dev.mongohaul.job;

import com.mongodb.WriteConcern;
import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.Operation;
import dev.mongohaul.job.file.Source;
import dev.mongohaul.job.file.Write;
import dev.mongohaul.mapping.Mapping;
import dev.mongohaul.mapping.layout.ColumnPlace;
import dev.mongohaul.mapping.type.FieldPath;
import dev.mongohaul.mapping.type.MappingSpec;
import dev.mongohaul.writer.delivery.WriteOperation;
import dev.mongohaul.writer.delivery.WriteSettings;
import java.time.Duration;
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

    /** What a job file says of writing, as the writers take it. */
    static final class WriteTranslation {

        private WriteTranslation() {}

        /** Only a job that inserts makes an {@code _id} of the record's place. */
        static WriteSettings settings(JobFile job, Mapping mapping, Duration rideThrough) {
            Write write = job.write();
            Set<WriteOperation> operations = write.operation().types();
            List<String> match = match(job, mapping);
            if (operations.size() > 1 && operations.contains(WriteOperation.INSERT)) {
                checkInserts(job, operations, match, mapping.generatesIds());
            }
            return new WriteSettings(
                    job.target().collection(),
                    operations,
                    write.upsert(),
                    match,
                    operations.contains(WriteOperation.UPDATE) ? nested(job, mapping) : Set.of(),
                    write.unmatched() == Write.Unmatched.REJECT,
                    write.ordered(),
                    writeConcern(write.writeConcern()),
                    mapping.generatesIds() && operations.contains(WriteOperation.INSERT),
                    write.buffer(),
                    rideThrough);
        }

        /** Documents that others are inserted beside are to be found by what no insert can take from them unseen. */
        private static void checkInserts(
                JobFile job, Set<WriteOperation> operations, List<String> match, boolean generatesIds) {
            if (!generatesIds && !match.isEmpty()) {
                throw refusal(
                        job,
                        "write.match: an insert is known by its _id, and beside it the others must be found by that too: leave"
                                + " %s out, or use replace with upsert: true in place of insert",
                        "write.match");
            }
            if (generatesIds && operations.contains(WriteOperation.REPLACE)) {
                throw refusal(
                        job,
                        "write.operation: beside insert, a replacement needs an _id of columns: name them under %s, or use"
                                + " update",
                        "target.id");
            }
        }

        /** Paths of the fields that find a document; empty for {@code _id}. */
        private static List<String> match(JobFile job, Mapping mapping) {
            List<String> columns = job.write().match();
            if (columns.equals(job.target().id())) {
                return List.of();
            }
            return columns.stream()
                    .map(column -> reachable(job, column, mapping.fieldOf(column)))
                    .toList();
        }

        private static String reachable(JobFile job, String column, FieldPath path) {
            if (isDotted(path)) {
                throw refusal(
                        job,
                        "write.match: column \"%s\" goes to a field with a dot in its name, which no filter reaches: name"
                                + " other columns, or give the field another name (to)",
                        column);
            }
            return path.toString();
        }

        private static Set<String> nested(JobFile job, Mapping mapping) {
            for (ColumnPlace place : mapping.places()) {
                if (!place.fields().isEmpty() && isDotted(mapping.fieldOf(place.column()))) {
                    throw refusal(
                            job,
                            "write.operation: column \"%s\" goes to a field with a dot in its name, which no update"
                                    + " reaches: give the field another name (to), or leave the column out",
                            place.column());
                }
            }
            return mapping.nestedPaths();
        }

        /** The dots of a filter and of an update nest: a name that has one is out of their reach. */
        private static boolean isDotted(FieldPath path) {
            return path.elements().stream().anyMatch(element -> element.contains("."));
        }

        private static JobRefusedException refusal(JobFile job, String message, String column) {
            return new JobRefusedException(job.name(), List.of(message.formatted(column)));
        }

        private static WriteConcern writeConcern(String word) {
            return switch (word) {
                case "majority" -> WriteConcern.MAJORITY;
                case "journaled" -> WriteConcern.JOURNALED;
                default -> new WriteConcern(Integer.parseInt(word.substring(1)));
            };
        }
    }
}
