package dev.mongohaul.job;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.job.file.Field;
import dev.mongohaul.job.file.JobFile;
import dev.mongohaul.job.file.Operation;
import dev.mongohaul.job.file.Source;
import dev.mongohaul.mapping.spec.ArrayFormat;
import dev.mongohaul.mapping.spec.DateFormat;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.MappingSpec;
import dev.mongohaul.mapping.spec.Rounding;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

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
        Map<String, FieldSpec> fields = new LinkedHashMap<>();
        job.fields().forEach((column, field) -> fields.put(column, field(field)));
        return new MappingSpec(
                columns,
                fields,
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

    private static FieldSpec field(Field field) {
        return new FieldSpec(
                field.to(),
                field.type(),
                field.decimalComma(),
                Objects.requireNonNullElse(field.rounding(), Rounding.REJECT),
                date(field),
                field.encoding(),
                field.type() == FieldType.ARRAY ? array(field) : null,
                field.value(),
                field.nulls() == null ? null : Set.copyOf(field.nulls()));
    }

    private static @Nullable DateFormat date(Field field) {
        if (field.pattern() == null) {
            return null;
        }
        ZoneId zone = Objects.requireNonNullElse(field.zone(), ZoneOffset.UTC);
        Locale locale = Objects.requireNonNullElse(field.locale(), Locale.ENGLISH);
        return new DateFormat(field.pattern(), zone, locale, field.pivotYear());
    }

    private static ArrayFormat array(Field field) {
        return new ArrayFormat(Objects.requireNonNull(field.of()), Objects.requireNonNull(field.separator()));
    }
}
