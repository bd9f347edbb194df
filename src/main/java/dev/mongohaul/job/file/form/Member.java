package dev.mongohaul.job.file.form;

import dev.mongohaul.job.file.setting.Setting;
import dev.mongohaul.job.file.yaml.Mapping;
import dev.mongohaul.job.file.yaml.Node;
import dev.mongohaul.job.file.yaml.Place;
import dev.mongohaul.job.file.yaml.Scalar;
import dev.mongohaul.job.file.yaml.YamlReader;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * One key of a group.
 *
 * @param name of the component
 * @param optional whether the record does without
 */
record Member(String name, String key, Setting setting, Form<Object> form, boolean optional) {

    private static final Map<Class<?>, Class<?>> BOXES =
            Map.of(int.class, Integer.class, boolean.class, Boolean.class, char.class, Character.class);
    private static final long USUAL_CHUNK_BYTES = 8 << 20;
    private static final Place NOWHERE = new Place("default", 0, Path.of(""));

    @SuppressWarnings("unchecked") // kinds gives the form of the component's own type
    static Member of(RecordComponent component, RecordForm.Kinds kinds) {
        Setting setting = component.getAnnotation(Setting.class);
        String key = setting.key().isEmpty()
                ? component.getName().replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT)
                : setting.key();
        Type type = component.getGenericType();
        Type boxed = type instanceof Class<?> primitive ? BOXES.getOrDefault(primitive, primitive) : type;
        boolean optional = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
        return new Member(component.getName(), key, setting, (Form<Object>) kinds.of(boxed, setting), optional);
    }

    boolean required() {
        return !optional && setting.defaultValue().isEmpty() && !isGroup();
    }

    /** Whether no job can be without it: it is required, or something in it is. */
    boolean mandatory() {
        return (!optional && form instanceof RecordForm<?> group) ? group.requiresSomething() : required();
    }

    private boolean isGroup() {
        return form instanceof RecordForm;
    }

    /** What is written, or the default as if it were; null where there is neither. */
    @Nullable
    Node nodeIn(Mapping group) {
        Node written = group.entries().get(key);
        if (written != null || (optional && setting.defaultValue().isEmpty())) {
            return written;
        }
        if (setting.defaultValue().isEmpty()) {
            return isGroup() ? new Mapping(Map.of(), group.place()) : null;
        }
        return defaultNode().at(group.place());
    }

    private Node defaultNode() {
        String text = setting.defaultValue();
        if (text.equals(Setting.TWICE_THE_CORES)) {
            return new Scalar(Integer.toString(twiceTheCores()), Scalar.Style.PLAIN, NOWHERE);
        }
        return YamlReader.read(text, NOWHERE, new ArrayList<>());
    }

    /** Fewer where half of the heap has no room for a chunk of the usual size for each. */
    private static int twiceTheCores() {
        long roomy = Runtime.getRuntime().maxMemory() / 2 / USUAL_CHUNK_BYTES;
        return (int) Math.max(1, Math.min(roomy, 2L * Runtime.getRuntime().availableProcessors()));
    }

    ObjectNode schema() {
        ObjectNode schema = Schemas.JSON.objectNode().put("description", setting.value());
        form.schema().properties().forEach(property -> schema.set(property.getKey(), property.getValue()));
        if (!setting.defaultValue().isEmpty() && !setting.defaultValue().equals(Setting.TWICE_THE_CORES)) {
            schema.set("default", SchemaDefaults.YAML.readTree(setting.defaultValue()));
        }
        return schema;
    }

    SettingRow row(String key, boolean overridable) {
        return new SettingRow(
                key, form.allowed(), setting.defaultValue(), required(), setting.value(), overridable, form.isNested());
    }

    /** Loaded when a schema is asked for: making a mapper takes as long as reading a whole job file, which needs none. */
    private static final class SchemaDefaults {

        static final YAMLMapper YAML = YAMLMapper.builder().build();
    }
}
