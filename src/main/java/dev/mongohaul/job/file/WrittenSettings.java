package dev.mongohaul.job.file;

import dev.mongohaul.text.Printable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BigIntegerNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.POJONode;
import tools.jackson.databind.node.StringNode;

/**
 * Settings as a YAML 1.2 text gives them, the place of each value, and the problems found so far.
 *
 * <p>Tags, nulls, duplicate keys, deep nesting and more than a few aliases are problems. Each value is a node of its own,
 * so that its place can be found by identity.
 */
public final class WrittenSettings {

    private static final int MAX_DEPTH = 16;
    private static final int MAX_ALIASES = 50;
    private static final int MAX_SHOWN_DIGITS = 50;
    private static final Pattern NULL = Pattern.compile("|~|null|Null|NULL");
    private static final Pattern INTEGER = Pattern.compile("-?(0|[1-9][0-9]{0,17})");
    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,1000}");
    private static final Pattern DECIMAL =
            Pattern.compile("-?(0|[1-9][0-9]{0,400})\\.[0-9]{1,400}([eE][-+]?[0-9]{1,4})?");
    private static final Pattern OTHER = Pattern.compile("True|TRUE|False|FALSE|[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+"
            + "|[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");
    private static final Pattern INDEX = Pattern.compile("\\[[0-9]{1,6}]");

    /** Messages of the YAML parser, and what to tell a user. */
    private static final Map<String, String> SYNTAX = syntax();

    private static Map<String, String> syntax() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put(".*\\(TAB\\).*", "the line is indented with a tab: use spaces");
        texts.put(
                ".*found character '.' that cannot start any token.*",
                "a text cannot begin with this character: put the text in quotes");
        texts.put(
                "mapping values are not allowed here",
                "a key cannot be here: indent it like the other keys of its group, check that the line above has a colon"
                        + " and a space, or put a text with a colon in quotes");
        texts.put(
                "expected <block end>, but found .*",
                "the line is indented differently from the lines above: indent keys of one group by the same spaces");
        texts.put("expected ',' or '[\\]}]', but got \\{", "a text with { or ${ inside [ ] or { } must be in quotes");
        texts.put(
                "expected ',' or '[\\]}]', but got .*",
                "a list [ ] or a group { } is not closed, or a comma is missing before this place");
        texts.put("found unexpected end of stream", "a quote, bracket or brace is not closed");
        texts.put("could not find expected ':'", "a key has no colon: write key: value");
        texts.put("expected the node content, but found .*", "a value is missing before this place");
        texts.put(
                "found unknown escape character .*",
                "a backslash in double quotes begins an escape: double it, or use single quotes");
        texts.put(
                "sequence entries are not allowed here",
                "a list cannot begin on the line of its key; a dash alone, for standard input, must be in quotes");
        return texts;
    }

    private final WrittenPlace start;
    private final IdentityHashMap<JsonNode, Written> written = new IdentityHashMap<>();
    private final List<JobFileProblem> problems = new ArrayList<>();
    private JsonNode root;

    /** Reads a text without variables; what is wrong with it is among the problems. */
    public WrittenSettings(String text, WrittenPlace start) {
        this(text, start, null);
    }

    /** @param variables that values can have; null if they are text */
    WrittenSettings(String text, WrittenPlace start, @Nullable Variables variables) {
        this.start = start;
        this.root = new Composer(text, start, variables).document();
    }

    /** Settings of other settings' values. */
    public WrittenSettings(WrittenPlace start, WrittenSettings values) {
        this.start = start;
        this.written.putAll(values.written);
        this.root = mark(JsonNodeFactory.instance.objectNode(), new Written(start, "", false));
    }

    public JsonNode root() {
        return root;
    }

    public List<JobFileProblem> problems() {
        return problems;
    }

    public void addProblem(WrittenPlace place, List<String> key, String message) {
        problems.add(JobFileProblem.of(place, key, message));
    }

    /** Reads a text of one value, whose place is known afterwards; null where it cannot be read. */
    final JsonNode parse(String text, WrittenPlace place) {
        return new Composer(text, place, null).document();
    }

    /**
     * Sets a value, however deep. Groups on the way that are missing are added; a value on the way that is not a group keeps
     * the settings as they are.
     */
    public void set(List<String> key, JsonNode value) {
        JsonNode group = root;
        for (String name : key.subList(0, key.size() - 1)) {
            if (group instanceof ObjectNode object && !object.has(name)) {
                object.set(name, mark(JsonNodeFactory.instance.objectNode(), new Written(start, "", false)));
            }
            group = group.path(name);
        }
        if (group instanceof ObjectNode object) {
            object.set(key.get(key.size() - 1), value);
        }
    }

    /** Returns the values with variables: what was written, by the JSON pointer of its place. */
    Map<String, String> variables() {
        Map<String, String> found = new LinkedHashMap<>();
        addVariables("", root, found);
        return found;
    }

    private void addVariables(String pointer, JsonNode node, Map<String, String> found) {
        node.properties()
                .forEach(member -> addVariables(
                        pointer + "/" + member.getKey().replace("~", "~0").replace("/", "~1"),
                        member.getValue(),
                        found));
        for (int index = 0; node.isArray() && index < node.size(); index++) {
            addVariables(pointer + "/" + index, node.get(index), found);
        }
        if (hasVariable(node)) {
            found.put(pointer, text(node));
        }
    }

    private boolean hasVariable(JsonNode node) {
        return node.isValueNode()
                && Variables.areIn(text(node))
                && !node.asString("").equals(text(node));
    }

    /** Returns a message about a value with the names of its variables in place of their values. */
    String withVariables(List<String> key, String message) {
        JsonNode node = root;
        for (String name : key) {
            node = member(node, name);
        }
        return hasVariable(node)
                ? message.replace(Printable.quoted(node.asString("")), Printable.quoted(text(node)))
                : message;
    }

    private static JsonNode member(JsonNode node, String name) {
        return INDEX.matcher(name).matches() && node.isArray()
                ? node.path(Integer.parseInt(name.substring(1, name.length() - 1)))
                : node.path(name);
    }

    /** Returns where a key is written, or the group that it is missing from. */
    public WrittenPlace placeOf(List<String> key) {
        JsonNode node = root;
        WrittenPlace place = placeOf(node);
        for (String name : key) {
            node = member(node, name);
            if (!written.containsKey(node)) {
                return place;
            }
            place = placeOf(node);
        }
        return place;
    }

    public WrittenPlace placeOf(JsonNode node) {
        Written found = written.get(node);
        return found == null ? start : found.place();
    }

    /** Returns the text of a scalar as it was written. */
    public String text(JsonNode node) {
        Written found = written.get(node);
        return found == null ? node.asString("") : found.text();
    }

    /** Returns a scalar as the text that was written, in the same place; other values as they are. */
    JsonNode asWritten(JsonNode node) {
        Written found = written.get(node);
        return found == null || node.isContainer() ? node : mark(new StringNode(found.text()), found);
    }

    /** Returns a value for a message: short, and a text in quotes. */
    public String shown(JsonNode node) {
        if (node.isObject()) {
            return "a group of keys";
        }
        if (node.isArray()) {
            return node.isEmpty() ? "an empty list" : "a list";
        }
        String text = text(node);
        return node.isString() || text.length() > MAX_SHOWN_DIGITS ? Printable.quoted(text) : text;
    }

    /**
     * Makes a node of a scalar.
     *
     * @param plain whether YAML decides about its type; else it is a text
     */
    JsonNode scalar(String text, boolean plain, WrittenPlace place) {
        return mark(plain ? typed(text) : new StringNode(text), new Written(place, text, plain));
    }

    /** What is a number or a boolean to YAML, but not to a job file, becomes a node of neither type. */
    private static JsonNode typed(String text) {
        if (text.equals("true") || text.equals("false")) {
            return new Flag(text.equals("true"));
        }
        if (INTEGER.matcher(text).matches()) {
            return new LongNode(Long.parseLong(text));
        }
        if (DIGITS.matcher(text).matches()) {
            return new BigIntegerNode(new BigInteger(text));
        }
        if (DECIMAL.matcher(text).matches()) {
            return new DecimalNode(new BigDecimal(text));
        }
        return OTHER.matcher(text).matches() ? new POJONode(text) : new StringNode(text);
    }

    private <N extends JsonNode> N mark(N node, Written mark) {
        written.put(node, mark);
        return node;
    }

    /** @param plain whether it was written without quotes */
    private record Written(WrittenPlace place, String text, boolean plain) {}

    /** A boolean that is not one of the two shared ones. */
    private static final class Flag extends BooleanNode {

        private static final long serialVersionUID = 1L;

        private Flag(boolean value) {
            super(value);
        }
    }

    /** Makes nodes of the parser's tokens. Serves one text. */
    private final class Composer {

        private final MarkedYamlParser parser;
        private final WrittenPlace source;
        private final @Nullable Variables variables;
        private final Map<String, JsonNode> anchored = new HashMap<>();
        private final Deque<String> key = new ArrayDeque<>();
        private int aliases;

        Composer(String text, WrittenPlace source, @Nullable Variables variables) {
            this.variables = variables;
            this.parser = MarkedYamlParser.of(text);
            this.source = source;
        }

        JsonNode document() {
            try (parser) {
                if (parser.nextToken() == null) {
                    return broken(source, "is empty: a job names at least source.files and target.collection");
                }
                JsonNode node = value(place());
                parser.nextToken();
                return parser.hasSecondDocument()
                        ? broken(
                                source.atLine(parser.lastDocumentLine()),
                                "holds a second document after ---: one file is one job")
                        : node;
            } catch (Unreadable e) {
                problems.add(e.problem);
            } catch (JacksonException e) {
                problems.add(unreadable(e));
            }
            return NullNode.getInstance();
        }

        private WrittenPlace place() {
            return source.atLine(parser.line());
        }

        private JsonNode value(WrittenPlace place) {
            if (parser.isCurrentAlias()) {
                return aliased(parser.getString(), place);
            }
            Optional<String> anchor = parser.anchor();
            String tag = parser.getTypeId();
            if (tag != null) {
                broken(
                        place,
                        "has the tag " + tag.replace("tag:yaml.org,2002:", "!!")
                                + ": tags are not allowed, write the value alone");
            }
            int aliasesBefore = aliases;
            JsonNode node = untagged(place);
            if (aliases == aliasesBefore) {
                anchor.ifPresent(name -> anchored.put(name, node));
            }
            return tag == null ? node : NullNode.getInstance();
        }

        private JsonNode untagged(WrittenPlace place) {
            JsonToken token = parser.currentToken();
            boolean group = token == JsonToken.START_OBJECT;
            if (!group && token != JsonToken.START_ARRAY) {
                String text = parser.getString();
                boolean plain = parser.isPlain();
                return plain && NULL.matcher(text).matches()
                        ? broken(
                                place,
                                "has no value: give one or leave the key out; a text such as \"null\" goes in quotes")
                        : replaced(text, plain, place);
            }
            if (key.size() >= MAX_DEPTH) {
                throw new Unreadable(JobFileProblem.of(
                        place, List.of(), "nests deeper than " + MAX_DEPTH + " levels, which no job needs"));
            }
            return group ? group(place) : list(place);
        }

        /** Makes a node of a scalar with the values of its variables; messages show their names. */
        private JsonNode replaced(String text, boolean plain, WrittenPlace place) {
            if (variables == null || !Variables.areIn(text)) {
                return scalar(text, plain, place);
            }
            try {
                String value = variables.replaced(text);
                return mark(plain ? typed(value) : new StringNode(value), new Written(place, text, plain));
            } catch (IllegalArgumentException e) {
                return broken(place, String.valueOf(e.getMessage()));
            }
        }

        private JsonNode list(WrittenPlace place) {
            ArrayNode list = mark(JsonNodeFactory.instance.arrayNode(), new Written(place, "", false));
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                key.addLast("[" + list.size() + "]");
                list.add(value(place()));
                key.removeLast();
            }
            return list;
        }

        private JsonNode group(WrittenPlace place) {
            ObjectNode group = mark(JsonNodeFactory.instance.objectNode(), new Written(place, "", false));
            Map<String, WrittenPlace> places = new HashMap<>();
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String name = parser.currentName();
                WrittenPlace keyPlace = place();
                key.addLast(name);
                parser.nextToken();
                JsonNode value = value(keyPlace);
                WrittenPlace first = places.putIfAbsent(name, keyPlace);
                if (first == null) {
                    group.set(name, value);
                } else {
                    broken(keyPlace, "is given twice, first on line " + first.line() + ": remove one");
                }
                key.removeLast();
            }
            return group;
        }

        private JsonNode aliased(String anchor, WrittenPlace place) {
            if (++aliases > MAX_ALIASES) {
                throw new Unreadable(JobFileProblem.of(
                        place, List.of(), "has more than " + MAX_ALIASES + " aliases (*), which is the limit"));
            }
            JsonNode node = anchored.get(anchor);
            return node != null
                    ? copy(node, place)
                    : broken(
                            place,
                            "is an alias of *" + anchor
                                    + ", which is not a complete value before it without aliases of its own");
        }

        /** Copies a value, so that each of its nodes has one place. */
        private JsonNode copy(JsonNode node, WrittenPlace place) {
            if (node instanceof ObjectNode group) {
                ObjectNode copy = mark(JsonNodeFactory.instance.objectNode(), new Written(place, "", false));
                group.properties()
                        .forEach(member ->
                                copy.set(member.getKey(), copy(member.getValue(), placeOf(member.getValue()))));
                return copy;
            }
            if (node instanceof ArrayNode list) {
                ArrayNode copy = mark(JsonNodeFactory.instance.arrayNode(), new Written(place, "", false));
                list.forEach(element -> copy.add(copy(element, placeOf(element))));
                return copy;
            }
            Written scalar = written.get(node);
            return scalar == null ? node : replaced(scalar.text(), scalar.plain(), place);
        }

        private JsonNode broken(WrittenPlace place, String message) {
            problems.add(JobFileProblem.of(place, List.copyOf(key), message));
            return NullNode.getInstance();
        }

        private JobFileProblem unreadable(JacksonException e) {
            @Nullable String reason;
            WrittenPlace place = source;
            if (e.getCause() instanceof MarkedYamlEngineException marked) {
                place = source.atLine(
                        marked.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1));
                reason = marked.getProblem();
            } else if (String.valueOf(e.getMessage()).startsWith("Expected a property name")) {
                return JobFileProblem.of(
                        source.atLine(e.getLocation().getLineNr()),
                        List.copyOf(key),
                        "has a key that is not a plain name");
            } else {
                reason = e.getCause() == null
                        ? e.getOriginalMessage()
                        : e.getCause().getMessage();
            }
            return JobFileProblem.of(place, List.of(), "is not valid YAML: " + plainly(reason));
        }

        /** Returns what is wrong and what to do, for the messages of the parser that usual mistakes have. */
        private static String plainly(@Nullable String reason) {
            String line = reason == null
                    ? "it cannot be read"
                    : reason.lines().findFirst().orElse("");
            return SYNTAX.entrySet().stream()
                    .filter(mistake -> line.matches(mistake.getKey()))
                    .findFirst()
                    .map(Map.Entry::getValue)
                    .orElse(line);
        }
    }

    /** Ends the reading of a text whose rest would only cost memory and time. */
    private static final class Unreadable extends RuntimeException {

        private static final long serialVersionUID = 1L;
        private final transient JobFileProblem problem;

        private Unreadable(JobFileProblem problem) {
            super(problem.message(), null, false, false);
            this.problem = problem;
        }
    }
}
