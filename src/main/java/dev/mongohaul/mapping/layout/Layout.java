package dev.mongohaul.mapping.layout;

import dev.mongohaul.mapping.sink.FieldName;
import dev.mongohaul.mapping.spec.FieldPath;
import dev.mongohaul.mapping.spec.FieldSpec;
import dev.mongohaul.mapping.spec.FieldType;
import dev.mongohaul.mapping.spec.MappingException;
import dev.mongohaul.mapping.spec.MappingSpec;
import dev.mongohaul.mapping.spec.Unlisted;
import dev.mongohaul.mapping.type.CellTypes;
import dev.mongohaul.text.InvalidSettingsException;
import dev.mongohaul.text.NearestName;
import dev.mongohaul.text.Printable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Places of a file's columns in the document.
 *
 * @param columns names of the file's columns, then of the fields without a column of their name
 * @param fields the field of each column by its index; the field of a dropped column matters only within the id
 * @param members the document's fields after {@code _id}, in the order of their first columns
 * @param idColumns indexes of the columns that make {@code _id}; empty if it is generated
 * @param idNames names of these columns within a compound id
 */
public record Layout(
        List<String> columns,
        List<FieldSpec> fields,
        List<FieldNode> members,
        List<Integer> idColumns,
        List<String> idNames) {

    private static final String ID = "_id";
    private static final FieldSpec TEXT = FieldSpec.of(FieldType.STRING);

    public Layout {
        columns = List.copyOf(columns);
        fields = List.copyOf(fields);
        members = List.copyOf(members);
        idColumns = List.copyOf(idColumns);
        idNames = List.copyOf(idNames);
    }

    /**
     * Returns the layout of a file with this header.
     *
     * @throws MappingException with all problems of the header and the fields
     */
    public static Layout of(MappingSpec spec) {
        return of(spec, Map.of());
    }

    /**
     * Returns the layout of a file whose columns go to the properties of a class.
     *
     * @param idNamesOfClass names within a compound id by the index of the column; a column without one keeps its name
     */
    public static Layout of(MappingSpec spec, Map<Integer, String> idNamesOfClass) {
        Columns columns = new Columns(spec);
        columns.checkHeader();
        columns.checkFields();
        List<Integer> id = columns.id();
        List<FieldNode> members = columns.members();
        if (!columns.problems.isEmpty()) {
            throw new MappingException(columns.problems);
        }
        List<String> idNames = id.stream()
                .map(column -> idNamesOfClass.getOrDefault(column, columns.names.get(column)))
                .toList();
        List<FieldSpec> fields = columns.list.stream().map(Column::field).toList();
        return new Layout(columns.names, fields, members, id, idNames);
    }

    /** Returns the columns of the file whose cells are joined for each column; none for one with cells of its own. */
    public List<List<Integer>> sources() {
        return fields.stream()
                .map(field -> field.from().stream().map(columns::indexOf).toList())
                .toList();
    }

    /** Returns the indexes of the columns that no document has, although their cells can be refused. */
    public List<Integer> unstored() {
        return IntStream.range(0, columns.size())
                .filter(column -> fields.get(column).isSkipped()
                        && fields.get(column).refusesCells()
                        && !idColumns.contains(column))
                .boxed()
                .toList();
    }

    /** Returns the dotted paths of the nested documents that columns make. */
    public Set<String> nestedPaths() {
        Set<String> paths = new HashSet<>();
        members.forEach(node -> node.visit("", (path, each) -> {
            if (each instanceof FieldNode.Nested) {
                paths.add(path);
            }
        }));
        return paths;
    }

    /** Returns the places of all columns in the file's order, then of the constants without a column. */
    public List<ColumnPlace> places() {
        List<List<String>> paths =
                columns.stream().<List<String>>map(column -> new ArrayList<>()).toList();
        for (int part = 0; part < idColumns.size(); part++) {
            paths.get(idColumns.get(part)).add(idColumns.size() > 1 ? ID + "." + idNames.get(part) : ID);
        }
        members.forEach(node -> node.visit("", (path, each) -> {
            if (each instanceof FieldNode.Leaf leaf) {
                paths.get(leaf.column()).add(path);
            }
        }));
        return IntStream.range(0, columns.size())
                .mapToObj(index -> {
                    int holder = paths.get(index).isEmpty() ? joinedFrom(index) : index;
                    return new ColumnPlace(
                            columns.get(index),
                            fields.get(holder).words(),
                            paths.get(holder),
                            fields.get(index).ruleWords());
                })
                .toList();
    }

    /** Returns the column whose field holds the cells of another one; that one if there is none. */
    private int joinedFrom(int column) {
        return IntStream.range(0, columns.size())
                .filter(holder -> fields.get(holder).from().contains(columns.get(column)))
                .findFirst()
                .orElse(column);
    }

    /**
     * One column of the file.
     *
     * @param kept whether it has a field in the document
     */
    private record Column(String name, FieldSpec field, boolean kept) {

        static Column of(MappingSpec spec, String name) {
            FieldSpec listed = spec.fields().get(name);
            boolean kept = listed != null
                    ? !listed.isSkipped()
                    : (spec.unlisted() != Unlisted.DROP && !spec.leftOut().contains(name));
            return new Column(name, listed == null ? TEXT : listed, kept);
        }

        FieldPath path() {
            return field.pathOf(name);
        }

        /** Returns whether the column goes to {@code _id}, and so to no other field. */
        boolean isId() {
            return kept && path().elements().equals(List.of(ID));
        }
    }

    /** Columns of a file, then the constants without a column, and all that is wrong with them. */
    private static final class Columns {

        /** The most names of a header in a message; the number of the others follows. */
        private static final int SHOWN_NAMES = 30;

        private static final Map<String, String> DELIMITERS = Map.of(
                ",", "comma-separated", ";", "semicolon-separated", "\t", "tab-separated", "|", "separated by |");

        private final MappingSpec spec;
        private final List<Column> list;
        private final List<String> names;
        private final List<String> problems = new ArrayList<>();
        private boolean headerShown;
        private final Set<Column> misplaced = new HashSet<>();

        Columns(MappingSpec spec) {
            this.spec = spec;
            this.names = spec.allColumns();
            this.list = names.stream().map(name -> Column.of(spec, name)).toList();
        }

        /** Checks that the header has the columns that the job names, and no others if the job refuses them. */
        void checkHeader() {
            requireColumns("fields names", spec.fields().keySet());
            checkJoined();
            requireColumns("the id names", spec.idColumns());
            Set<String> joined = spec.fields().values().stream()
                    .flatMap(field -> field.from().stream())
                    .collect(Collectors.toSet());
            requireColumns(
                    "the operation names",
                    spec.leftOut().stream()
                            .filter(name -> !joined.contains(name))
                            .toList());
            List<String> unlisted = spec.columns().stream()
                    .filter(name -> !spec.fields().containsKey(name))
                    .filter(name -> !spec.idColumns().contains(name))
                    .filter(name -> !spec.leftOut().contains(name))
                    .toList();
            if (spec.unlisted() == Unlisted.REFUSE && !unlisted.isEmpty()) {
                problems.add("the header has columns that fields does not list, which unlisted: refuse forbids: "
                        + listed(unlisted));
            }
        }

        /** Checks that the columns of joined cells are in the file, and that no other column is lost for them. */
        private void checkJoined() {
            spec.fields().forEach((name, field) -> {
                requireColumns("from of the field " + quoted(name) + " names", field.from(), spec.columns());
                if (!field.from().isEmpty()
                        && spec.columns().contains(name)
                        && !field.from().contains(name)) {
                    problems.add("column " + quoted(name) + " would be lost, since the field " + quoted(name)
                            + " is made of other columns (from): give the field another name");
                }
            });
        }

        private void requireColumns(String where, Collection<String> wanted) {
            requireColumns(where, wanted, names);
        }

        private void requireColumns(String where, Collection<String> wanted, List<String> there) {
            Set<String> known = new HashSet<>(there);
            List<String> others = new ArrayList<>();
            for (String name : wanted) {
                if (!known.contains(name)) {
                    NearestName.of(name, spec.columns())
                            .ifPresentOrElse(
                                    nearest -> lacking(where, List.of(name), "; did you mean " + quoted(nearest) + "?"),
                                    () -> others.add(name));
                }
            }
            if (!others.isEmpty()) {
                lacking(where, others, ".");
            }
        }

        /** Adds that the header lacks these columns; the first such problem says what the header has. */
        private void lacking(String where, List<String> columns, String end) {
            problems.add("%s the column%s %s, which the header lacks%s%s"
                    .formatted(
                            where,
                            columns.size() == 1 ? "" : "s",
                            listed(columns),
                            end,
                            headerShown
                                    ? ""
                                    : " The header has: " + listed(spec.columns()) + otherDelimiter(spec.columns())));
            headerShown = true;
        }

        /** Returns a sentence about a header that is one name with the delimiters of others in it; empty for another header. */
        private static String otherDelimiter(List<String> header) {
            String name = header.get(0);
            return header.size() > 1
                    ? ""
                    : DELIMITERS.entrySet().stream()
                            .filter(delimiter -> name.contains(delimiter.getKey()))
                            .findFirst()
                            .map(delimiter -> ". It looks " + delimiter.getValue() + ": write source.delimiter: \""
                                    + delimiter.getKey().replace("\t", "\\t") + '"')
                            .orElse("");
        }

        private static String listed(List<String> names) {
            int more = names.size() - SHOWN_NAMES;
            return names.stream().limit(SHOWN_NAMES).map(Columns::quoted).collect(Collectors.joining(", "))
                    + (more > 0 ? " and " + more + " more" : "");
        }

        private static String quoted(String name) {
            return '"' + Printable.excerpt(name) + '"';
        }

        /** Checks the types, then the paths. */
        void checkFields() {
            for (Column column : list) {
                try {
                    CellTypes.of(column.field);
                } catch (MappingException wrong) {
                    problems.add("column " + quoted(column.name) + ": " + wrong.getMessage());
                }
            }
            for (Column column : list) {
                String advice = "; say where it goes by to"
                        + (column.name.contains(".") ? ", as a list if a name holds dots: to: [U.S. Sales]" : "");
                if (column.kept && !check("column " + quoted(column.name), column.path(), advice)) {
                    misplaced.add(column);
                }
            }
        }

        private boolean check(String what, FieldPath path, String advice) {
            try {
                path.checked();
                return true;
            } catch (InvalidSettingsException e) {
                e.violations().forEach(violation -> problems.add(what + ": " + violation.message() + advice));
                return false;
            }
        }

        /** Returns the columns that make {@code _id}: those that the job names for it, or else the one that goes there. */
        List<Integer> id() {
            List<String> id = spec.idColumns();
            List<String> toId =
                    list.stream().filter(Column::isId).map(Column::name).toList();
            toId.stream()
                    .skip(1)
                    .map(name -> "column " + quoted(name) + " goes to _id, and so does column " + quoted(toId.get(0))
                            + ": list both under the id to make a compound one")
                    .forEach(problems::add);
            toId.stream()
                    .filter(name -> !id.isEmpty() && !id.equals(List.of(name)))
                    .map(name -> "column " + quoted(name) + " goes to _id, but the id is made of "
                            + id.stream().map(Columns::quoted).collect(Collectors.joining(", "))
                            + ": give the column another place with to")
                    .forEach(problems::add);
            List<String> parts = id.isEmpty() ? toId : id;
            if (parts.size() > 1) {
                parts.forEach(name -> check("column " + quoted(name) + " of the id", FieldPath.of(name), ""));
            }
            return parts.stream()
                    .map(names::indexOf)
                    .filter(index -> index >= 0)
                    .toList();
        }

        /** Returns the tree of the kept columns without {@code _id}; two columns cannot share a place. */
        List<FieldNode> members() {
            Place root = new Place(0);
            for (int index = 0; index < list.size(); index++) {
                Column column = list.get(index);
                Place taken = column.kept && !column.isId() && !misplaced.contains(column)
                        ? root.add(column.path(), index)
                        : null;
                if (taken != null) {
                    problems.add("column " + quoted(column.name) + " goes to "
                            + quoted(column.path().toString()) + ", where column "
                            + quoted(names.get(taken.firstColumn))
                            + " stands or has a field of its own: give one of them another place with to");
                }
            }
            return root.nodes();
        }
    }

    /** A field of the document while columns are added one by one. */
    private static final class Place {

        private final int firstColumn;
        private final Map<String, Place> members = new LinkedHashMap<>();

        Place(int firstColumn) {
            this.firstColumn = firstColumn;
        }

        /** Adds a field within this document. Returns the place of another column that is in the way, else null. */
        @Nullable
        Place add(FieldPath path, int column) {
            Place place = this;
            boolean free = false;
            for (String element : path.elements()) {
                if (place != this && !free && place.members.isEmpty()) {
                    return place;
                }
                free = !place.members.containsKey(element);
                place = place.members.computeIfAbsent(element, name -> new Place(column));
            }
            return free ? null : place;
        }

        List<FieldNode> nodes() {
            List<FieldNode> nodes = new ArrayList<>();
            members.forEach((element, place) -> {
                FieldName name = new FieldName(element);
                nodes.add(
                        place.members.isEmpty()
                                ? new FieldNode.Leaf(name, place.firstColumn)
                                : new FieldNode.Nested(name, place.nodes()));
            });
            return nodes;
        }
    }
}
