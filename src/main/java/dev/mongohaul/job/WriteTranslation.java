package dev.mongohaul.job;

import com.mongodb.WriteConcern;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.Operation;
import dev.mongohaul.job.file.Write;
import dev.mongohaul.mapping.Mapping;
import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.writer.target.WriteOperation;
import dev.mongohaul.writer.target.WriteSettings;
import java.time.Duration;
import java.util.List;

/** What a job file says of writing, as the writers take it. */
final class WriteTranslation {

    private WriteTranslation() {}

    /** Only an insert makes an {@code _id} of the record's place. */
    static WriteSettings settings(JobFile job, Mapping mapping, Duration rideThrough) {
        Write write = job.write();
        WriteOperation operation = operation(write.operation());
        return new WriteSettings(
                job.target().collection(),
                operation,
                write.upsert(),
                match(job, mapping),
                write.ordered(),
                writeConcern(write.writeConcern()),
                mapping.generatesIds() && operation == WriteOperation.INSERT,
                write.buffer(),
                rideThrough);
    }

    private static WriteOperation operation(Operation operation) {
        return WriteOperation.valueOf(((Operation.Fixed) operation).type().name());
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

    /** A filter's dots nest: a name that has one is out of its reach. */
    private static String reachable(JobFile job, String column, FieldPath path) {
        if (path.elements().stream().anyMatch(element -> element.contains("."))) {
            throw new JobRefusedException(
                    job.name(),
                    List.of(
                            "write.match: column \"%s\" goes to a field with a dot in its name, which no filter reaches:"
                                            .formatted(column)
                                    + " name other columns, or give the field another name (to)"));
        }
        return path.toString();
    }

    private static WriteConcern writeConcern(String word) {
        return switch (word) {
            case "majority" -> WriteConcern.MAJORITY;
            case "journaled" -> WriteConcern.JOURNALED;
            default -> new WriteConcern(Integer.parseInt(word.substring(1)));
        };
    }
}
