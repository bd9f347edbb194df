package dev.mongohaul.job.file;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.mongohaul.job.setting.HeaderSetting;
import dev.mongohaul.job.setting.Operation;
import dev.mongohaul.mapping.spec.FieldPath;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.EnumNamingStrategies;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.ValueInstantiators;
import tools.jackson.databind.deser.std.StdValueInstantiator;
import tools.jackson.databind.introspect.AnnotatedConstructor;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** Jackson mapper of settings: keys with hyphens, strict types, and the values of a job file. */
final class SettingsMapper {

    private static final String NONE = "none";

    /** Ignores unknown keys, since the schema names them. */
    static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
            .enumNamingStrategy(EnumNamingStrategies.KEBAB_CASE)
            .changeDefaultVisibility(visibility -> visibility
                    .withGetterVisibility(Visibility.NONE)
                    .withIsGetterVisibility(Visibility.NONE)
                    .withFieldVisibility(Visibility.ANY))
            .changeDefaultPropertyInclusion(inclusion -> inclusion.withValueInclusion(Include.NON_NULL))
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY, MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
            .withCoercionConfigDefaults(coercions -> {
                for (CoercionInputShape shape : CoercionInputShape.values()) {
                    coercions.setCoercion(shape, CoercionAction.Fail);
                }
            })
            .addModule(module())
            .build();

    private SettingsMapper() {}

    private static SimpleModule module() {
        SimpleModule module = new SimpleModule("settings") {
            @Override
            public void setupModule(SetupContext context) {
                super.setupModule(context);
                context.addValueInstantiators(new ReflectiveRecords());
            }
        };
        SettingValue.ALL.forEach(value -> add(module, value));
        module.addDeserializer(
                char.class, new Reader<>((parser, context) -> context.readValue(parser, Character.class)));
        module.addSerializer(FieldPath.class, new Printer<>(FieldPath::elements));
        module.addDeserializer(FieldPath.class, new Reader<>(SettingsMapper::fieldPath));
        module.addSerializer(BsonDocument.class, IndexKeys.printer());
        module.addDeserializer(BsonDocument.class, IndexKeys.reader());
        module.addDeserializer(Object.class, new Reader<>(SettingsMapper::constant));
        module.addSerializer(HeaderSetting.class, new Printer<>(SettingsMapper::printed));
        module.addDeserializer(HeaderSetting.class, new Reader<>(SettingsMapper::header));
        module.addDeserializer(Operation.class, new Reader<>(SettingsMapper::operation));
        module.addSerializer(Optional.class, new Printer<>(SettingsMapper::characterOrNone));
        module.addDeserializer(Optional.class, new Reader<>(SettingsMapper::optionalCharacter));
        return module;
    }

    private static <T> void add(SimpleModule module, SettingValue<T> value) {
        Reader<T> reader = new Reader<>((parser, context) -> {
            boolean number = value.number() && parser.currentToken().isNumeric();
            String text = number ? parser.getString() : text(parser, context);
            try {
                return value.parser().apply(text);
            } catch (IllegalArgumentException | DateTimeException e) {
                throw context.weirdStringException(text, value.type(), String.valueOf(e.getMessage()));
            }
        });
        module.addSerializer(value.type(), new Printer<>(value.printer()::apply));
        module.addDeserializer(value.type(), reader);
    }

    private static String text(JsonParser parser, DeserializationContext context) {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            throw context.weirdStringException(String.valueOf(parser.getString()), String.class, "no text");
        }
        return parser.getString();
    }

    static List<String> textOrTexts(JsonParser parser, DeserializationContext context) {
        List<String> texts = new ArrayList<>();
        if (!parser.isExpectedStartArrayToken()) {
            return List.of(text(parser, context));
        }
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            texts.add(text(parser, context));
        }
        return texts;
    }

    private static FieldPath fieldPath(JsonParser parser, DeserializationContext context) {
        FieldPath path = parser.isExpectedStartArrayToken()
                ? new FieldPath(textOrTexts(parser, context))
                : FieldPath.parse(text(parser, context));
        return path.checked();
    }

    /** Reads a whole number of 64 bits, another number, a boolean or a text. */
    private static Object constant(JsonParser parser, DeserializationContext context) {
        JsonToken token = parser.currentToken();
        if (token.isBoolean()) {
            return parser.getBooleanValue();
        }
        if (token == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            return parser.getLongValue();
        }
        if (token == JsonToken.VALUE_NUMBER_FLOAT) {
            double value = parser.getDecimalValue().doubleValue();
            if (!Double.isInfinite(value)) {
                return value;
            }
        }
        return text(parser, context);
    }

    private static HeaderSetting header(JsonParser parser, DeserializationContext context) {
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            NamesOfCells given = context.readValue(parser, NamesOfCells.class);
            if (given.names() == null || given.cells() == null) {
                throw context.weirdStringException("", HeaderSetting.class, "no names or no cells");
            }
            return new HeaderSetting(given.names(), given.cells(), Objects.requireNonNullElse(given.below(), 0));
        }
        return parser.currentToken() == JsonToken.VALUE_TRUE
                ? HeaderSetting.IN_INPUT
                : new HeaderSetting(names(parser, context), List.of(), 0);
    }

    private static Object printed(HeaderSetting header) {
        return header.names().isEmpty()
                ? true
                : header.cells().isEmpty()
                        ? header.names()
                        : new NamesOfCells(header.names(), header.cells(), header.below() == 0 ? null : header.below());
    }

    /** Header setting as its long form. */
    private record NamesOfCells(
            @Nullable List<String> names,
            @Nullable List<String> cells,
            @Nullable Integer below) {}

    private static List<String> names(JsonParser parser, DeserializationContext context) {
        List<String> names = parser.isExpectedStartArrayToken() ? textOrTexts(parser, context) : List.of();
        if (names.isEmpty()) {
            throw context.weirdStringException(String.valueOf(parser.getString()), HeaderSetting.class, "no names");
        }
        return names;
    }

    private static Operation operation(JsonParser parser, DeserializationContext context) {
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            return context.readValue(parser, Operation.ByColumn.class);
        }
        return context.readValue(parser, Operation.ForAll.class);
    }

    private static Object characterOrNone(Optional<?> character) {
        return character.map(String::valueOf).orElse(NONE);
    }

    private static Optional<?> optionalCharacter(JsonParser parser, DeserializationContext context) {
        String text = text(parser, context);
        return text.equals(NONE) ? Optional.empty() : Optional.of(SettingValue.character(text));
    }

    /**
     * Creation of records by their constructors. Jackson uses method handles, for which the JVM generates classes: a
     * twentieth of a second for a job file.
     */
    private static final class ReflectiveRecords extends ValueInstantiators.Base {

        @Override
        public ValueInstantiator modifyValueInstantiator(
                DeserializationConfig config, BeanDescription.Supplier type, ValueInstantiator usual) {
            return usual instanceof StdValueInstantiator standard ? new ReflectiveInstantiator(standard) : usual;
        }
    }

    private static final class ReflectiveInstantiator extends StdValueInstantiator {

        private ReflectiveInstantiator(StdValueInstantiator usual) {
            super(usual);
        }

        @Override
        public Object createFromObjectWith(DeserializationContext context, Object[] arguments) {
            if (!(_withArgsCreator instanceof AnnotatedConstructor constructor)) {
                return super.createFromObjectWith(context, arguments);
            }
            try {
                return constructor.getAnnotated().newInstance(arguments);
            } catch (ReflectiveOperationException e) {
                return context.handleInstantiationProblem(getValueClass(), arguments, rewrapCtorProblem(context, e));
            }
        }
    }

    /** Reads a value. */
    @FunctionalInterface
    private interface Reading<T> {

        T read(JsonParser parser, DeserializationContext context);
    }

    private static final class Reader<T> extends ValueDeserializer<T> {

        private final Reading<T> reading;

        private Reader(Reading<T> reading) {
            this.reading = reading;
        }

        @Override
        public T deserialize(JsonParser parser, DeserializationContext context) {
            return reading.read(parser, context);
        }
    }

    /** Writes what a value is in a file: a text, a list of texts, or a boolean. */
    private static final class Printer<T> extends ValueSerializer<T> {

        private final Function<T, Object> printer;

        private Printer(Function<T, Object> printer) {
            this.printer = printer;
        }

        @Override
        public void serialize(T value, JsonGenerator generator, SerializationContext context) {
            context.writeValue(generator, printer.apply(value));
        }
    }
}
