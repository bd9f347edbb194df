package dev.mongohaul.check;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.infer.column.YamlScalars;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.mapping.DocumentMapper;
import dev.mongohaul.mapping.MappedDocument;
import dev.mongohaul.mapping.Mapping;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.layout.ColumnPlace;
import dev.mongohaul.mapping.origin.ImportOrigin;
import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.text.Counted;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Rules that hold in all records of an input that the job does not reject, as comments for its job file. */
public final class RuleProposals {

    /** A text that is the same in this many records on average is one of a list. */
    private static final int FEWEST_REPETITIONS = 10;

    private static final List<String> DEFAULTS = List.of("decimal-comma", "required", "skip");

    private RuleProposals() {}

    /**
     * Reads the whole input. Returns lines of comments; an empty text if no rule holds.
     *
     * @throws InputException if the input cannot be read
     */
    public static String of(ImportJob job) {
        Mapping mapping = job.mapping();
        DocumentMapper<Document> mapper =
                mapping.to(Rendering.DOCUMENT, null, Instant.now(), ImportOrigin.placeholder(job.addresses()));
        List<Column> columns = columns(job);
        long records = 0;
        CsvItemReader reader =
                job.reader(ImportPartition.untouched(0, job.inputs().endOffset(), 1));
        reader.open(new ExecutionContext());
        try {
            for (CsvItem item = next(reader); item != null; item = next(reader)) {
                if (mapper.map(item) instanceof MappedDocument<Document> mapped && item instanceof CsvRecord record) {
                    records++;
                    columns.forEach(column -> column.add(record, mapped.content()));
                }
            }
        } catch (IOException e) {
            throw InputException.unread(e);
        } finally {
            reader.close();
        }
        return text(job, columns, records);
    }

    private static @Nullable CsvItem next(CsvItemReader reader) throws IOException {
        CsvItem item = reader.read();
        while (item == null && reader.pausedAtByteLimit()) {
            reader.resume();
            item = reader.read();
        }
        return item;
    }

    private static List<Column> columns(ImportJob job) {
        List<Column> columns = new ArrayList<>();
        List<ColumnPlace> places = job.mapping().places();
        for (int index = 0; index < places.size(); index++) {
            String name = places.get(index).column();
            FieldSpec field = job.file().fields().getOrDefault(name, FieldSpec.of(FieldType.STRING));
            boolean isStored = !places.get(index).fields().isEmpty();
            if (isStored && field.needsColumn()) {
                columns.add(new Column(
                        index,
                        name,
                        field,
                        job.mapping(),
                        job.file().target().id().contains(name)));
            }
        }
        return columns;
    }

    private static String text(ImportJob job, List<Column> columns, long records) {
        JsonNode fields = JsonMapper.shared().readTree(job.settings()).path("fields");
        String lines = columns.stream()
                .filter(column -> !column.rules(records).isEmpty())
                .map(column -> "#   %s: %s\n"
                        .formatted(YamlScalars.key(column.name), line(fields.path(column.name), column.rules(records))))
                .collect(Collectors.joining());
        return lines.isEmpty()
                ? ""
                : "# Rules that hold in %s. A line replaces that of its column under fields.\n%s"
                        .formatted(Counted.of(records, "record"), lines);
    }

    /** Returns a field with the rules, as a job file has it. */
    private static String line(JsonNode field, Map<String, String> rules) {
        Map<String, String> options = new LinkedHashMap<>();
        if (field.isObject()) {
            field.properties().stream()
                    .filter(option -> !DEFAULTS.contains(option.getKey())
                            || option.getValue().booleanValue())
                    .forEach(option -> options.put(
                            option.getKey(),
                            YamlScalars.value(JsonMapper.shared().treeToValue(option.getValue(), Object.class))));
        } else {
            options.put("type", field.stringValue(FieldType.STRING.word()));
        }
        rules.forEach(options::putIfAbsent);
        return options.entrySet().stream()
                .map(option -> option.getKey() + ": " + option.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
    }

    /** What is known of a column. */
    private static final class Column {

        private final int index;
        private final String name;
        private final FieldSpec field;
        private final Mapping mapping;
        private final FieldPath path;
        private final boolean inId;
        private final CellShape shape = new CellShape();
        private boolean blanks;
        private @Nullable Comparable<Object> least;
        private @Nullable Comparable<Object> greatest;
        private String min = "";
        private String max = "";

        Column(int index, String name, FieldSpec field, Mapping mapping, boolean inId) {
            this.index = index;
            this.name = name;
            this.field = field;
            this.mapping = mapping;
            this.path = mapping.fieldOf(name);
            this.inId = inId;
        }

        @SuppressWarnings("unchecked") // a column has values of one type
        void add(CsvRecord record, Document document) {
            if (mapping.isBlank(record, index)) {
                blanks = true;
            } else if (field.type().isOrdered()) {
                Comparable<Object> value = (Comparable<Object>) document.getEmbedded(path.elements(), Comparable.class);
                if (least == null || value.compareTo(least) < 0) {
                    least = value;
                    min = record.text(index);
                }
                if (greatest == null || value.compareTo(greatest) > 0) {
                    greatest = value;
                    max = record.text(index);
                }
            } else if (field.type() == FieldType.STRING) {
                shape.add(record.text(index));
            }
        }

        Map<String, String> rules(long records) {
            Map<String, String> rules = new LinkedHashMap<>();
            if (records == 0) {
                return rules;
            }
            if (!blanks && !inId && field.defaultCell() == null) {
                rules.put("required", "true");
            }
            if (least != null && !field.hasAmbiguousYears()) {
                rules.put("min", scalar(min));
                rules.put("max", scalar(max));
            }
            List<String> texts = shape.texts();
            if (!texts.isEmpty() && records >= (long) FEWEST_REPETITIONS * texts.size()) {
                rules.put("one-of", YamlScalars.value(texts));
            } else {
                shape.pattern().ifPresent(pattern -> rules.put("matches", YamlScalars.of(pattern)));
            }
            return rules;
        }

        /** Returns a number as it is, since the job file takes it as it is written. */
        private static String scalar(String cell) {
            return cell.matches("-?(0|[1-9]\\d{0,17})(\\.\\d{1,17})?") ? cell : YamlScalars.of(cell);
        }
    }
}
