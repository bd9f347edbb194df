package dev.mongohaul.job.expect;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.job.setting.file.ControlSum;
import dev.mongohaul.job.setting.file.Trailer;
import dev.mongohaul.mapping.Mapping;
import dev.mongohaul.mapping.sink.DocumentSink;
import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.CellTypes;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/**
 * Exact sum of the control sum's column over records, rejected ones too. Blank cells and cells that are not numbers add
 * nothing. For one thread.
 */
public final class ColumnSum {

    private static final FieldName NAME = new FieldName("number");

    private final Mapping mapping;
    private final int column;
    private final @Nullable CellType type;
    private final DocumentSink<Document> sink = DocumentSink.ofDocuments();
    private BigDecimal total = BigDecimal.ZERO;

    private ColumnSum(Mapping mapping, int column, @Nullable CellType type) {
        this.mapping = mapping;
        this.column = column;
        this.type = type;
    }

    /** Returns a sum of no record; for a job without a control sum, one that adds nothing and has no total. */
    public static ColumnSum of(JobFile job, Mapping mapping, List<String> header) {
        int column = sum(job).map(sum -> header.indexOf(sum.column())).orElse(-1);
        return new ColumnSum(mapping, column, column < 0 ? null : type(job, header.get(column)));
    }

    static Optional<ControlSum> sum(JobFile job) {
        return Optional.ofNullable(job.source().fileRules().expectation().trailer())
                .map(Trailer::sum);
    }

    /** Adds the cell of a record. */
    public void add(CsvItem item) {
        if (type != null && item instanceof CsvRecord record && !mapping.isBlank(record, column)) {
            int from = record.start(column);
            total = total.add(number(record.array(column), from, from + record.length(column))
                    .orElse(BigDecimal.ZERO));
        }
    }

    /** Returns the sum; null if the job has no control sum. */
    public @Nullable BigDecimal total() {
        return type == null ? null : total;
    }

    /** Reads a number as cells of the column are read; empty if it is none. */
    static Optional<BigDecimal> number(JobFile job, String column, String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return number(type(job, column), DocumentSink.ofDocuments(), utf8, 0, utf8.length);
    }

    private Optional<BigDecimal> number(byte[] bytes, int from, int to) {
        return type == null ? Optional.empty() : number(type, sink, bytes, from, to);
    }

    private static Optional<BigDecimal> number(
            CellType type, DocumentSink<Document> sink, byte[] bytes, int from, int to) {
        sink.begin();
        boolean isNumber = type.put(bytes, from, to, NAME, sink);
        Document document = sink.finish();
        return isNumber ? Optional.of(decimal(document.get("number", Decimal128.class))) : Optional.empty();
    }

    /** Returns the number, also of a negative zero, whose sign a {@link BigDecimal} cannot hold. */
    private static BigDecimal decimal(Decimal128 number) {
        return number.isNegative() ? new BigDecimal(number.toString()) : number.bigDecimalValue();
    }

    /** Returns the decimal of the column's separators and texts. Leading zeros are allowed: totals have them as a rule. */
    private static CellType type(JobFile job, String column) {
        FieldSpec field = job.fields().getOrDefault(column, FieldSpec.of(FieldType.DECIMAL));
        FieldSpec decimal = field.type().isNumber()
                ? FieldSpec.number(FieldType.DECIMAL, field.decimalComma(), field.strip(), field.locale())
                        .withNegative(field.negative())
                : FieldSpec.of(FieldType.DECIMAL);
        return CellTypes.of(decimal);
    }
}
