package dev.mongohaul.mapping;

import dev.mongohaul.mapping.entity.EntityType;
import dev.mongohaul.mapping.entity.cell.CellRules;
import dev.mongohaul.mapping.entity.layout.EntityLayout;
import dev.mongohaul.mapping.layout.CellTypes;
import dev.mongohaul.mapping.layout.ColumnPlace;
import dev.mongohaul.mapping.layout.FieldNode;
import dev.mongohaul.mapping.layout.Layout;
import dev.mongohaul.mapping.render.DocumentSink;
import dev.mongohaul.mapping.render.FieldName;
import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.MappingException;
import dev.mongohaul.mapping.spec.MappingSpec;
import dev.mongohaul.mapping.type.CellType;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What the records of a file become: types, places, ids. Immutable, for any number of threads.
 *
 * <p>{@code _id}, if there is one, is a document's first field, then the fields follow in the file's column order; a nested document
 * stands where its first column does. Constants that the file has no column for come last, in the order of their names.
 * With an entity, names and order are those that Spring Data gives its properties. Each rendering gives the same
 * documents.
 */
public final class Mapping {

    private static final FieldName ID = new FieldName("_id");

    private final MappingSpec spec;
    private final Layout layout;
    private final CellRules rules;
    private final List<BlankCells> blankCells;

    private Mapping(MappingSpec spec, Layout layout, CellRules rules) {
        this.spec = spec;
        this.layout = layout;
        this.rules = rules;
        this.blankCells = blankCells(spec.nulls(), layout.fields());
    }

    private static List<BlankCells> blankCells(Set<String> nulls, List<FieldSpec> fields) {
        BlankCells usual = new BlankCells(nulls);
        return fields.stream()
                .map(field -> {
                    Set<String> own = field.blankCells();
                    return own == null ? usual : new BlankCells(own);
                })
                .toList();
    }

    /**
     * The mapping of one file's records to documents of any fields.
     *
     * @throws MappingException where the header and the fields do not go together: all problems, one line each
     */
    public static Mapping of(MappingSpec spec) {
        return of(spec, null);
    }

    /**
     * The mapping of one file's records.
     *
     * @param entity whose properties columns go to; null where they go to fields of their names
     * @throws MappingException where the header, the fields and the entity do not go together: all problems, one line
     *     each
     */
    public static Mapping of(MappingSpec spec, @Nullable EntityType<?> entity) {
        if (entity == null) {
            return new Mapping(spec, Layout.of(spec), CellRules.NONE);
        }
        EntityLayout arranged = EntityLayout.of(spec, entity);
        return new Mapping(spec, arranged.layout(), arranged.rules());
    }

    /** No column makes {@code _id}: it is generated, by {@link GeneratedIds} or by the server. */
    public boolean generatesIds() {
        return layout.idColumns().isEmpty();
    }

    /** The field that a column of the file goes to, in the names of the document; its own name for one that goes nowhere. */
    public FieldPath fieldOf(String column) {
        int index = layout.columns().indexOf(column);
        return index < 0 ? FieldPath.parse(column) : layout.fields().get(index).pathOf(column);
    }

    /**
     * A mapper to the rendering.
     *
     * @param ids of the documents where {@link #generatesIds}, null for documents without {@code _id}; not looked at
     *     otherwise
     */
    public <D> DocumentMapper<D> to(Rendering<D> rendering, @Nullable GeneratedIds ids) {
        return to(rendering, ids, Instant.now());
    }

    /**
     * As {@link #to(Rendering, GeneratedIds)}, of an import that is continued.
     *
     * @param firstRun when the import began: its year, in UTC, says what years of two digits mean
     */
    public <D> DocumentMapper<D> to(Rendering<D> rendering, @Nullable GeneratedIds ids, Instant firstRun) {
        int year = firstRun.atOffset(ZoneOffset.UTC).getYear();
        return mapper(rendering.newSink(), ids, year);
    }

    /**
     * What the mapping means, in one text: equal of two mappings where fields, id, blanks, nulls and unlisted are equal,
     * whatever their files' headers; the same in every run and on every machine.
     */
    public String canonicalText() {
        return CanonicalText.of(spec);
    }

    /** Paths of the documents in a document that have columns of their own, dots between nested names. */
    public Set<String> nestedPaths() {
        return layout.nestedPaths();
    }

    /** What each column becomes, in the file's order. */
    public List<ColumnPlace> places() {
        return ColumnPlace.of(layout);
    }

    private <D> DocumentMapper<D> mapper(DocumentSink<D> sink, @Nullable GeneratedIds ids, int year) {
        List<CellType> types = rules.ofColumns(layout.fields().stream()
                .map(field -> CellTypes.of(field.firstRunIn(year)))
                .toList());
        List<RecordPart> parts = new ArrayList<>();
        id(rules.ofIds(types), ids).ifPresent(parts::add);
        layout.members().forEach(node -> parts.add(part(node, types)));
        return new DocumentMapper<>(spec.columns(), types, blankCells, parts, sink);
    }

    private Optional<RecordPart> id(List<CellType> types, @Nullable GeneratedIds ids) {
        List<Integer> columns = layout.idColumns();
        if (columns.size() == 1) {
            return Optional.of(idCell(columns.get(0), ID, types));
        }
        if (!columns.isEmpty()) {
            return Optional.of(new NestedPart(
                    ID,
                    IntStream.range(0, columns.size())
                            .mapToObj(index -> idCell(
                                    columns.get(index),
                                    new FieldName(layout.idNames().get(index)),
                                    types))
                            .toList()));
        }
        return Optional.ofNullable(ids).map(generated -> new GeneratedIdPart(ID, generated));
    }

    private RecordPart idCell(int column, FieldName name, List<CellType> types) {
        return isConstant(column)
                ? new ConstantPart(name, types.get(column))
                : new IdCellPart(column, name, types.get(column), blankCells.get(column));
    }

    private RecordPart cell(int column, FieldName name, List<CellType> types) {
        return isConstant(column)
                ? new ConstantPart(name, types.get(column))
                : new CellPart(column, name, types.get(column), blankCells.get(column), spec.blanks());
    }

    private boolean isConstant(int column) {
        return layout.fields().get(column).type() == FieldType.CONSTANT;
    }

    private RecordPart part(FieldNode node, List<CellType> types) {
        if (node instanceof FieldNode.Leaf leaf) {
            return cell(leaf.column(), leaf.name(), types);
        }
        FieldNode.Nested nested = (FieldNode.Nested) node;
        return new NestedPart(
                nested.name(),
                nested.members().stream().map(member -> part(member, types)).toList());
    }
}
