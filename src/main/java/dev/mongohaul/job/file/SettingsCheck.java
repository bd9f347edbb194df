package dev.mongohaul.job.file;

import com.networknt.schema.Error;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.format.Format;
import com.networknt.schema.keyword.NonValidationKeyword;
import com.networknt.schema.path.NodePath;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.text.InvalidSettingsException;
import dev.mongohaul.text.NearestName;
import dev.mongohaul.text.Printable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds all mistakes of settings that could not be bound: those that break a record's rules, and those that the schema does
 * not allow. It is loaded only if there are mistakes.
 */
final class SettingsCheck {

    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

    /** Types by their names in other tools, with what to write instead. */
    private static final Map<String, String> OTHER_TYPES = Map.ofEntries(
            Map.entry("int", "int32 (up to 2,147,483,647) or int64"),
            Map.entry("integer", "int32 (up to 2,147,483,647) or int64"),
            Map.entry("long", "int64"),
            Map.entry("bigint", "int64"),
            Map.entry("float", "double, or decimal for exact amounts"),
            Map.entry("number", "int32, int64, double, or decimal for exact amounts"),
            Map.entry("numeric", "decimal"),
            Map.entry("datetime", "instant for ISO 8601, such as 2026-11-20T08:30:00Z, or date with a pattern"),
            Map.entry("timestamp", "instant for ISO 8601, such as 2026-11-20T08:30:00Z, or date with a pattern"),
            Map.entry("text", "string"),
            Map.entry("varchar", "string"),
            Map.entry("bool", "boolean"),
            Map.entry(
                    "skip",
                    "a job file without the line of the column, and with unlisted: drop ('mongohaul infer FILE.csv -o jobs/NAME.yml' writes one)"));

    /** Words of other tools, and of one's own, by their key, with the word that means the same. */
    private static final Map<String, String> OTHER_WORDS = Map.of(
            "each=true", "file",
            "writer=insertMany", "raw",
            "writer=bulkWrite", "bulk",
            "writer=saveAll", "save-all");

    private final SettingsReader<?> reader;
    private final WrittenSettings settings;
    private final ObjectNode given;
    private final Set<List<String>> reported = new HashSet<>();
    private final List<List<String>> unreadable = new ArrayList<>();

    SettingsCheck(SettingsReader<?> reader, WrittenSettings settings, ObjectNode given) {
        this.reader = reader;
        this.settings = settings;
        this.given = given;
    }

    void addProblems() {
        if (settings.root().isNull()) {
            return;
        }
        JsonNode complete = reader.schema().completeAsFarAsPossible(settings);
        reader.groups().forEach((key, type) -> checkRules(complete, List.of(), key, type));
        if (complete instanceof ObjectNode whole) {
            whole.setAll(given);
            checkRules(whole, List.of(), List.of(), reader.type());
        }
        validate();
        if (settings.problems().isEmpty()) {
            unreadable.forEach(key -> addNotAllowed(key, nodeAt(key)));
        }
        if (settings.problems().isEmpty()) {
            settings.addProblem(settings.placeOf(List.of()), List.of(), "cannot be read as settings");
        }
    }

    private void checkRules(JsonNode node, List<String> key, List<String> rest, Class<?> type) {
        if (rest.isEmpty()) {
            checkRules(node, key, type);
            return;
        }
        List<String> further = rest.subList(1, rest.size());
        switch (rest.get(0)) {
            case "*" ->
                node.properties()
                        .forEach(member -> checkRules(member.getValue(), longer(key, member.getKey()), further, type));
            case "[]" -> {
                for (int i = 0; i < node.size(); i++) {
                    checkRules(node.path(i), longer(key, "[" + i + "]"), further, type);
                }
            }
            default -> checkRules(node.path(rest.get(0)), longer(key, rest.get(0)), further, type);
        }
    }

    private void checkRules(JsonNode node, List<String> key, Class<?> type) {
        if (!node.isObject() && !node.isString()) {
            return;
        }
        try {
            SettingsMapper.MAPPER.treeToValue(node, type);
        } catch (JacksonException e) {
            List<String> at = new ArrayList<>(key);
            e.getPath()
                    .forEach(step -> at.add(
                            step.getPropertyName() == null ? "[" + step.getIndex() + "]" : step.getPropertyName()));
            InvalidSettingsException broken = brokenRules(e);
            if (broken == null) {
                unreadable.add(at);
            } else {
                broken.violations().forEach(violation -> {
                    List<String> full = new ArrayList<>(at);
                    full.addAll(violation.key());
                    add(full, settings.withVariables(full, violation.message()));
                });
            }
        }
    }

    private static @Nullable InvalidSettingsException brokenRules(@Nullable Throwable thrown) {
        while (thrown != null && !(thrown instanceof InvalidSettingsException)) {
            thrown = thrown.getCause();
        }
        return (InvalidSettingsException) thrown;
    }

    private void validate() {
        Set<List<String>> brokenRules = Set.copyOf(reported);
        SchemaRegistry.withDialect(
                        dialect(),
                        registry -> registry.schemaRegistryConfig(SchemaRegistryConfig.builder()
                                .formatAssertionsEnabled(true)
                                .build()))
                .getSchema(reader.schema().root())
                .validate(settings.root())
                .forEach(error -> addError(error, brokenRules));
    }

    private Dialect dialect() {
        Dialect.Builder dialect = Dialect.builder(DIALECT, Dialects.getDraft202012())
                .format(format(
                        "path",
                        (text, node) -> SettingsSchema.absolute(
                                        text, settings.placeOf(node).folder())
                                != null));
        SettingsSchema.OWN_KEYWORDS.forEach(keyword -> dialect.keyword(new NonValidationKeyword(keyword)));
        SettingValue.ALL.forEach(value -> dialect.format(format(value.format(), (text, node) -> value.matches(text))));
        return dialect.build();
    }

    private static Format format(String name, BiPredicate<String, JsonNode> test) {
        return new Format() {
            @Override
            public String getName() {
                return name;
            }

            @Override
            public boolean matches(ExecutionContext execution, SchemaContext schema, JsonNode node) {
                return !node.isString() || test.test(node.stringValue(), node);
            }
        };
    }

    private void addError(Error error, Set<List<String>> brokenRules) {
        List<String> key = key(error.getInstanceLocation());
        switch (error.getKeyword()) {
            case "additionalProperties" -> {
                List<String> unknown = longer(key, error.getProperty());
                if (!addFormer(unknown, error.getInstanceNode().path(error.getProperty()))) {
                    add(unknown, notAKey(key, error.getProperty()));
                }
            }
            case "required" -> {
                if (!isMisspelt(key, error.getInstanceNode(), error.getProperty())) {
                    addMissing(longer(key, error.getProperty()));
                }
            }
            default -> {
                if (!brokenRules.contains(key)) {
                    addNotAllowed(key, error.getInstanceNode());
                }
            }
        }
    }

    /** Adds the successors of a key that has gone, or of those of a group; returns whether there are any. */
    private boolean addFormer(List<String> key, JsonNode node) {
        Optional<String> successor = FormerKeys.successor(key);
        successor.ifPresent(text -> add(key, text));
        boolean former = successor.isPresent();
        for (String name : node.propertyNames()) {
            former |= addFormer(longer(key, name), node.path(name));
        }
        return former;
    }

    private String notAKey(List<String> group, String name) {
        List<String> known = SettingsSchema.keys(reader.schemaAt(group));
        String near = NearestName.hint(name, known);
        String meant = FormerKeys.nameHere(name).map(this::elsewhere).orElse("");
        String hint = meant.isEmpty() ? (near.isEmpty() ? elsewhere(name) : near) : meant;
        return "is not a key here" + hint + "; allowed: " + String.join(", ", known);
    }

    /** Whether the message of an unknown key of the group asks for the missing one already. */
    private boolean isMisspelt(List<String> group, JsonNode node, String missing) {
        List<String> known = SettingsSchema.keys(reader.schemaAt(group));
        return node.propertyNames().stream()
                .filter(name -> !known.contains(name))
                .anyMatch(name ->
                        NearestName.of(name, known).filter(missing::equals).isPresent());
    }

    /** Returns a question for a key that is in the wrong group; empty if no group has it. */
    private String elsewhere(String name) {
        String keys = reader.schema().rows().stream()
                .filter(row -> row.settable() && row.name().equals(name))
                .map(SettingRow::key)
                .collect(Collectors.joining(" or "));
        return keys.isEmpty() ? "" : " (did you mean " + keys + "?)";
    }

    private static List<String> key(NodePath location) {
        List<String> key = new ArrayList<>();
        for (int i = 0; i < location.getNameCount(); i++) {
            Object element = location.getElement(i);
            key.add(element instanceof Integer index ? "[" + index + "]" : element.toString());
        }
        return key;
    }

    private void addMissing(List<String> key) {
        JsonNode schema = reader.schemaAt(key);
        if (schema.has("properties") && schema.has("required")) {
            schema.get("required").forEach(name -> addMissing(longer(key, name.stringValue())));
        } else {
            add(key, "is missing: " + schema.path("description").stringValue(""));
        }
    }

    private void addNotAllowed(List<String> key, JsonNode node) {
        if (node.isNull() || (node.isObject() && addFormer(key, node))) {
            return;
        }
        JsonNode schema = reader.schemaAt(key);
        String path = schema.path("format").stringValue("");
        boolean onlyText = SettingsSchema.accepts(schema, "string")
                && !SettingsSchema.accepts(schema, "integer")
                && !SettingsSchema.accepts(schema, "number")
                && !SettingsSchema.accepts(schema, "object")
                && (path.equals("path") || !schema.has("errorMessage"));
        if (onlyText && node.isValueNode() && !node.isString()) {
            add(
                    key,
                    settings.shown(node) + " is not a text: write it in quotes, "
                            + Printable.quoted(settings.text(node)));
            return;
        }
        Optional<String> address = path.equals("path") && node.isString()
                ? InputSources.addressMistake(node.stringValue())
                : Optional.empty();
        if (address.isPresent()) {
            add(key, address.get());
            return;
        }
        JsonNode words = schema.has("then") ? schema.get("then").path("enum") : schema.path("enum");
        String hint = words.isEmpty() || !node.isValueNode()
                ? SettingHints.of(schema, settings.text(node))
                : Optional.ofNullable(OTHER_WORDS.get(key.get(key.size() - 1) + "=" + settings.text(node)))
                        .map(word -> " (did you mean " + word + "?)")
                        .orElseGet(() -> NearestName.hint(
                                settings.text(node),
                                words.valueStream().map(JsonNode::asString).toList()));
        String type = words.valueStream().anyMatch(word -> word.asString().equals("int32"))
                ? OTHER_TYPES.getOrDefault(settings.text(node).toLowerCase(Locale.ROOT), "")
                : "";
        if (node.isString() && !type.isEmpty()) {
            String types = words.valueStream().map(JsonNode::asString).collect(Collectors.joining(", "));
            add(key, "%s is not a type here: use %s. Types are %s".formatted(settings.shown(node), type, types));
            return;
        }
        JsonNode allowed = words.isEmpty() || !schema.has("then") || !node.isString() ? schema : schema.get("then");
        add(key, settings.shown(node) + " is not " + SettingsSchema.allowed(allowed) + hint + group(node, schema));
    }

    /** Returns a question for a text in place of a group that needs one key only, or has an example; else an empty text. */
    private String group(JsonNode node, JsonNode schema) {
        JsonNode required = schema.path("required");
        if (!node.isString() || !SettingsSchema.accepts(schema, "object")) {
            return "";
        }
        return required.size() == 1
                ? " (did you mean {%s: %s}?)".formatted(required.get(0).stringValue(), settings.text(node))
                : SettingHints.example(schema);
    }

    /** Only the first problem of a key is reported, except for broken rules: there may be several. */
    private void add(List<String> key, String message) {
        JobFileProblem problem = JobFileProblem.of(settings.placeOf(key), key, message);
        if (!settings.problems().contains(problem)) {
            settings.problems().add(problem);
        }
        reported.add(key);
    }

    private JsonNode nodeAt(List<String> key) {
        JsonNode node = settings.root();
        for (String name : key) {
            node = node.isArray() ? node.path(Integer.parseInt(name.replaceAll("[^0-9]", ""))) : node.path(name);
        }
        return node;
    }

    private static List<String> longer(List<String> key, String name) {
        List<String> longer = new ArrayList<>(key);
        longer.add(name);
        return longer;
    }
}
