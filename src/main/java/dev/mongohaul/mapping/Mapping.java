package dev.mongohaul.mapping;

import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.mapping.RecordPart.CellPart;
import dev.mongohaul.mapping.RecordPart.ConstantPart;
import dev.mongohaul.mapping.RecordPart.GeneratedIdPart;
import dev.mongohaul.mapping.RecordPart.JoinedPart;
import dev.mongohaul.mapping.RecordPart.LinePart;
import dev.mongohaul.mapping.RecordPart.NestedPart;
import dev.mongohaul.mapping.RecordPart.OriginPart;
import dev.mongohaul.mapping.RecordPart.SkippedPart;
import dev.mongohaul.mapping.entity.EntityLayout;
import dev.mongohaul.mapping.entity.EntityType;
import dev.mongohaul.mapping.layout.ColumnPlace;
import dev.mongohaul.mapping.layout.FieldNode;
import dev.mongohaul.mapping.layout.Layout;
import dev.mongohaul.mapping.origin.ImportOrigin;
import dev.mongohaul.mapping.origin.RecordOrigin;
import dev.mongohaul.mapping.sink.DocumentSink;
import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.sink.ValueSink;
import dev.mongohaul.mapping.spec.BinaryEncoding;
import dev.mongohaul.mapping.spec.Blanks;
import dev.mongohaul.mapping.spec.DateFormat;
import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.LeadingZeros;
import dev.mongohaul.mapping.spec.MappingException;
import dev.mongohaul.mapping.spec.MappingSpec;
import dev.mongohaul.mapping.spec.Rounding;
import dev.mongohaul.mapping.type.CellType;
import dev.mongohaul.mapping.type.CellTypes;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Mapping of the records of one file to documents: types, places, ids. Immutable, for any number of threads.
 *
 * <p>The first field of a document is {@code _id}, if it has one. The other fields follow in the order of the file's
 * columns; a nested document takes the place of its first column. Fields without a column of their name come last, sorted
 * by name.
 * With an entity, Spring Data gives the names and the order.
 */
public final class Mapping {

    private static final FieldName ID = new FieldName("_id");
    private static final FieldName SKIPPED = new FieldName("skipped");

    private final MappingSpec spec;
    private final Layout layout;
    private final Set<Integer> objectIdTexts;
    private final Cells cells;

    /** @param objectIdTexts columns of {@code _id} whose texts of 24 hexadecimal digits are stored as ObjectIds */
    private Mapping(MappingSpec spec, Layout layout, Set<Integer> objectIdTexts) {
        this.spec = spec;
        this.layout = layout;
        this.objectIdTexts = objectIdTexts;
        this.cells = Cells.of(layout, spec.nulls());
    }

    /**
     * Returns the mapping of one file.
     *
     * @param entity the class whose properties the columns go to; null for fields of any name
     * @throws MappingException with all conflicts between the header, the fields and the entity
     */
    public static Mapping of(MappingSpec spec, @Nullable EntityType<?> entity) {
        if (entity == null) {
            return new Mapping(spec, Layout.of(spec), Set.of());
        }
        EntityLayout arranged = EntityLayout.of(spec, entity);
        return new Mapping(spec, arranged.layout(), arranged.objectIdTexts());
    }

    /** Returns whether {@code _id} is generated, by {@link GeneratedIds} or by the server, since no column makes it. */
    public boolean generatesIds() {
        return layout.idColumns().isEmpty();
    }

    /** Returns the path of the column's field in the document; the column's own name if it has no field. */
    public FieldPath fieldOf(String column) {
        int index = layout.columns().indexOf(column);
        return index < 0 ? FieldPath.parse(column) : layout.fields().get(index).pathOf(column);
    }

    /** As the other, for an import that begins now, of standard input. */
    public <D> DocumentMapper<D> to(Rendering<D> rendering, @Nullable GeneratedIds ids) {
        return to(rendering, ids, Instant.now(), ImportOrigin.placeholder(List.of("-")));
    }

    /**
     * Returns a new mapper to the rendering, for an import that resumes.
     *
     * @param ids the ids if {@link #generatesIds}, else ignored; null for documents without {@code _id}
     * @param firstRun the start of the import, whose year in UTC decides what years of two digits mean
     * @param origin of the records
     */
    public <D> DocumentMapper<D> to(
            Rendering<D> rendering, @Nullable GeneratedIds ids, Instant firstRun, ImportOrigin origin) {
        List<CellType> plain = types(firstRun);
        List<CellType> types = ruled(plain);
        List<RecordPart> parts = new ArrayList<>();
        id(ruled(ofIds(plain)), ids, origin).ifPresent(parts::add);
        layout.members().forEach(node -> parts.add(part(node, types, origin)));
        layout.unstored().forEach(column -> parts.add(skipped(column, types, origin)));
        return new DocumentMapper<>(spec.columns(), types, cells, parts, rendering.newSink(), storesEmptyRows());
    }

    /**
     * Returns a mapper to documents with nothing but the {@code _id}, for records whose other cells do not matter.
     *
     * @param ids as for documents; null for no other ids than those of columns
     * @param firstRun the start of the import
     * @param origin of the records
     */
    public DocumentMapper<RawBsonDocument> toIds(@Nullable GeneratedIds ids, Instant firstRun, ImportOrigin origin) {
        List<CellType> types = types(firstRun);
        List<RecordPart> parts = id(ofIds(types), ids, origin).stream().toList();
        return new DocumentMapper<>(spec.columns(), types, cells, parts, Rendering.BSON.newSink(), storesEmptyRows());
    }

    private boolean storesEmptyRows() {
        return spec.blanks() != Blanks.OMIT;
    }

    private List<CellType> ruled(List<CellType> types) {
        return IntStream.range(0, types.size())
                .mapToObj(column -> CellTypes.ruled(layout.fields().get(column), types.get(column)))
                .toList();
    }

    private List<CellType> types(Instant firstRun) {
        int year = firstRun.atOffset(ZoneOffset.UTC).getYear();
        return layout.fields().stream()
                .map(field -> CellTypes.of(field.firstRunIn(year)))
                .toList();
    }

    private List<CellType> ofIds(List<CellType> types) {
        return IntStream.range(0, types.size())
                .mapToObj(column ->
                        objectIdTexts.contains(column) ? new ObjectIdTextType(types.get(column)) : types.get(column))
                .toList();
    }

    /**
     * Returns the meaning of the mapping as text. Two mappings have the same text if and only if their fields, id, blanks,
     * nulls and unlisted are equal; the header and the machine make no difference.
     */
    public String canonicalText() {
        return CanonicalText.of(spec);
    }

    /**
     * Returns the {@code $jsonSchema} to which all documents of the mapping conform.
     *
     * @param allCells whether every record has a cell for each column
     */
    public Document jsonSchema(boolean allCells) {
        return new DocumentSchema(spec, layout, allCells, !objectIdTexts.isEmpty()).toDocument();
    }

    /** Returns the dotted paths of the nested documents that columns make. */
    public Set<String> nestedPaths() {
        return layout.nestedPaths();
    }

    /** Returns the places of the values that differ between two imports of the same record; {@code _id} is none. */
    public List<FieldPath> fieldsOfImport() {
        return IntStream.range(0, layout.columns().size())
                .filter(column -> layout.fields()
                        .get(column)
                        .origin()
                        .filter(RecordOrigin::isOfImport)
                        .isPresent())
                .filter(column -> !layout.fields().get(column).isSkipped())
                .mapToObj(column ->
                        layout.fields().get(column).pathOf(layout.columns().get(column)))
                .filter(path -> !path.equals(FieldPath.ID))
                .toList();
    }

    /** Returns whether the record's cell of the column with this index is blank or missing. */
    public boolean isBlank(CsvRecord record, int column) {
        return cells.isBlank(record, column);
    }

    /** Returns the beginning of the column's cell, or of the cells that are joined for it; they are not all blank. */
    public String excerpt(CsvRecord record, int column) {
        byte[] text = Objects.requireNonNull(cells.content(record, column));
        return CellType.excerpt(text, 0, text.length);
    }

    /** Returns a new counter of the cells of the file's columns, without the constants and origins that have no column. */
    public ColumnCounter newCounter() {
        return new ColumnCounter(cells.blanks().subList(0, spec.columns().size()));
    }

    /** Returns the fields of each column, in the file's order. */
    public List<ColumnPlace> places() {
        return layout.places();
    }

    private Optional<RecordPart> id(List<CellType> types, @Nullable GeneratedIds ids, ImportOrigin origin) {
        List<Integer> columns = layout.idColumns();
        if (columns.size() == 1) {
            return Optional.of(cell(columns.get(0), ID, types, null, origin));
        }
        if (!columns.isEmpty()) {
            return Optional.of(new NestedPart(
                    ID,
                    IntStream.range(0, columns.size())
                            .mapToObj(index -> cell(
                                    columns.get(index),
                                    new FieldName(layout.idNames().get(index)),
                                    types,
                                    null,
                                    origin))
                            .toList()));
        }
        return Optional.ofNullable(ids).map(generated -> new GeneratedIdPart(ID, generated));
    }

    private RecordPart cell(
            int column, FieldName name, List<CellType> types, @Nullable Blanks blanks, ImportOrigin origin) {
        FieldSpec field = layout.fields().get(column);
        return switch (field.type()) {
            case CONSTANT -> new ConstantPart(name, types.get(column));
            case SOURCE -> ofOrigin(name, field.origin().orElseThrow(), origin);
            default ->
                cells.areJoined(column)
                        ? new JoinedPart(column, name, types.get(column), cells, blanks)
                        : new CellPart(column, name, types.get(column), cells, blanks);
        };
    }

    private RecordPart skipped(int column, List<CellType> types, ImportOrigin origin) {
        return new SkippedPart(cell(column, SKIPPED, types, blanks(column), origin), DocumentSink.ofDocuments());
    }

    private @Nullable Blanks blanks(int column) {
        return layout.fields().get(column).isRequired() ? null : spec.blanks();
    }

    private static RecordPart ofOrigin(FieldName name, RecordOrigin value, ImportOrigin origin) {
        return value == RecordOrigin.LINE ? new LinePart(name) : new OriginPart(name, origin.values(value));
    }

    private RecordPart part(FieldNode node, List<CellType> types, ImportOrigin origin) {
        if (node instanceof FieldNode.Leaf leaf) {
            return cell(leaf.column(), leaf.name(), types, blanks(leaf.column()), origin);
        }
        FieldNode.Nested nested = (FieldNode.Nested) node;
        return new NestedPart(
                nested.name(),
                nested.members().stream()
                        .map(member -> part(member, types, origin))
                        .toList());
    }

    /** Text as Spring Data stores it in an id: 24 hexadecimal digits become an ObjectId. */
    private record ObjectIdTextType(CellType text, CellType objectId) implements CellType {

        ObjectIdTextType(CellType text) {
            this(text, CellTypes.of(FieldSpec.of(FieldType.OBJECTID)));
        }

        @Override
        public boolean put(byte[] bytes, int from, int to, FieldName name, ValueSink sink) {
            return objectId.put(bytes, from, to, name, sink) || text.put(bytes, from, to, name, sink);
        }

        @Override
        public String refusal(byte[] bytes, int from, int to) {
            return text.refusal(bytes, from, to);
        }
    }

    /** Text of a mapping's meaning, from which the identity of an import is made. */
    static final class CanonicalText {

        private CanonicalText() {}

        static String of(MappingSpec spec) {
            StringBuilder text = new StringBuilder();
            text.append("id ").append(list(spec.idColumns())).append('\n');
            text.append("unlisted ").append(spec.unlisted()).append('\n');
            text.append("blanks ").append(spec.blanks()).append('\n');
            text.append("nulls ").append(list(new TreeSet<>(spec.nulls()))).append('\n');
            if (!spec.leftOut().isEmpty()) {
                text.append("left out ")
                        .append(list(new TreeSet<>(spec.leftOut())))
                        .append('\n');
            }
            new TreeMap<>(spec.fields())
                    .forEach((column, field) ->
                            text.append(field(column, field, spec)).append('\n'));
            return text.toString();
        }

        private static String field(String column, FieldSpec field, MappingSpec spec) {
            StringBuilder text = new StringBuilder("field ").append(quoted(column));
            text.append(" to ").append(list(field.pathOf(column).elements()));
            text.append(' ').append(field.type().word());
            if (!field.from().isEmpty()) {
                text.append(" from ").append(list(field.from()));
            }
            if (field.decimalComma()) {
                text.append(" decimal-comma");
            }
            if (field.allowsRounding()) {
                text.append(" rounding ").append(Rounding.ALLOW);
            }
            FieldType cell = field.element().type();
            if (cell.isNumber() && field.locale() != null) {
                text.append(" locale ").append(field.locale().toLanguageTag());
            }
            append(text, " strip ", field.strip());
            if (field.negative() != null) {
                text.append(" negative ").append(field.negative());
            }
            if (field.refusesLeadingZeros()) {
                text.append(" leading-zeros ").append(LeadingZeros.REJECT);
            }
            if (cell == FieldType.AUTO && field.allowsLeadingZeros()) {
                text.append(" leading-zeros ").append(LeadingZeros.ALLOW);
            }
            append(text, " true ", field.trueTexts());
            append(text, " false ", field.falseTexts());
            if (field.array() != null) {
                text.append(" of ").append(field.array().of().word());
                text.append(" separator ").append(quoted(field.array().separator()));
            }
            if (field.value() != null) {
                text.append(" value ").append(constant(field.value()));
            }
            if (field.encodingOrBase64() != BinaryEncoding.BASE64) {
                text.append(" encoding ").append(field.encodingOrBase64());
            }
            if (field.nulls() != null && !spec.nulls().equals(field.blankCells())) {
                text.append(" nulls ").append(list(new TreeSet<>(field.nulls())));
            }
            if (cell == FieldType.DATE) {
                text.append(date(field.dateOrIso()));
            }
            return text.append(rules(field)).toString();
        }

        private static String rules(FieldSpec field) {
            StringBuilder text = new StringBuilder(field.isRequired() ? " required" : "");
            append(text, " min ", field.min());
            append(text, " max ", field.max());
            append(text, " one-of ", field.oneOf());
            append(text, " matches ", field.matches());
            append(text, " default ", field.defaultCell());
            return text.append(field.isSkipped() ? " skip" : "").toString();
        }

        private static void append(StringBuilder text, String name, @Nullable String value) {
            if (value != null) {
                text.append(name).append(quoted(value));
            }
        }

        private static void append(StringBuilder text, String name, @Nullable List<String> texts) {
            if (texts != null) {
                text.append(name).append(list(new TreeSet<>(texts)));
            }
        }

        /** Distinguishes the text "5" by its quotes and the double 5.0 by its dot from the whole number 5. */
        private static String constant(Object value) {
            return value instanceof String text ? quoted(text) : value.toString();
        }

        private static String date(DateFormat date) {
            List<String> parts =
                    List.of(date.pattern(), date.zone().getId(), date.locale().toLanguageTag());
            return " date " + list(parts) + (date.pivotYear() == null ? "" : " pivot-year " + date.pivotYear());
        }

        private static String list(Collection<String> texts) {
            return texts.stream().map(CanonicalText::quoted).collect(Collectors.joining(", ", "[", "]"));
        }

        private static String quoted(String text) {
            return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
        }
    }
}
