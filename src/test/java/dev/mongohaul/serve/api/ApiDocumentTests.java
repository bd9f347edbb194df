package dev.mongohaul.serve.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ValueConstants;
import tools.jackson.databind.JsonNode;

/** The document names what the controllers have, and nothing else. {@link ApiIT} compares statuses and answers. */
class ApiDocumentTests {

    /** Method of a controller. */
    private record Mapped(String method, String path, Method code) {

        @Override
        public String toString() {
            return method + " " + path;
        }
    }

    private static List<Mapped> mapped() {
        Import all = Objects.requireNonNull(ApiConfiguration.class.getAnnotation(Import.class));
        return Arrays.stream(all.value())
                .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .flatMap(method -> Stream.ofNullable(
                                AnnotatedElementUtils.findMergedAnnotation(method, RequestMapping.class))
                        .map(mapping -> new Mapped(
                                mapping.method()[0].name(),
                                first(Objects.requireNonNull(method.getDeclaringClass()
                                                        .getAnnotation(RequestMapping.class))
                                                .value())
                                        + first(mapping.path()),
                                method)))
                .toList();
    }

    private static String first(String... paths) {
        return paths.length == 0 ? "" : paths[0];
    }

    private static String name(ApiDocument.Operation operation) {
        return operation.method().toUpperCase(Locale.ROOT) + " " + operation.path();
    }

    @Test
    void pathsAndMethodsAreThoseOfTheControllers() {
        assertThat(ApiDocument.operations().stream().map(ApiDocumentTests::name))
                .doesNotHaveDuplicates()
                .hasSizeGreaterThan(15)
                .containsExactlyInAnyOrderElementsOf(
                        mapped().stream().map(Mapped::toString).toList());
        assertThat(ApiDocument.operations())
                .extracting(ApiDocument.Operation::id)
                .doesNotHaveDuplicates();
    }

    @Test
    void parametersAreThoseOfTheControllers() {
        Map<String, Set<String>> documented = ApiDocument.operations().stream()
                .collect(Collectors.toMap(
                        ApiDocumentTests::name,
                        operation -> operation.parameters().stream()
                                .map(ApiDocumentTests::text)
                                .collect(Collectors.toCollection(TreeSet::new)),
                        (one, other) -> one,
                        TreeMap::new));
        Map<String, Set<String>> mapped = mapped().stream()
                .collect(Collectors.toMap(
                        Mapped::toString,
                        each -> Arrays.stream(each.code().getParameters())
                                .flatMap(ApiDocumentTests::text)
                                .collect(Collectors.toCollection(TreeSet::new)),
                        (one, other) -> one,
                        TreeMap::new));

        assertThat(documented).isEqualTo(mapped);
    }

    private static String text(JsonNode parameter) {
        return text(
                parameter.path("in").asString(),
                parameter.path("name").asString(),
                parameter.path("required").asBoolean(false));
    }

    private static Stream<String> text(Parameter parameter) {
        PathVariable path = parameter.getAnnotation(PathVariable.class);
        RequestParam query = parameter.getAnnotation(RequestParam.class);
        RequestHeader header = parameter.getAnnotation(RequestHeader.class);
        if (path != null) {
            return Stream.of(text("path", parameter.getName(), true));
        }
        if (query != null) {
            boolean required = query.required() && query.defaultValue().equals(ValueConstants.DEFAULT_NONE);
            return Stream.of(text("query", parameter.getName(), required));
        }
        return header == null ? Stream.empty() : Stream.of(text("header", header.name(), header.required()));
    }

    private static String text(String in, String name, boolean required) {
        return "%s %s%s".formatted(in, name, required ? ", required" : "");
    }

    @Test
    void bodiesAreThoseOfTheControllers() {
        Map<String, Mapped> mapped = mapped().stream().collect(Collectors.toMap(Mapped::toString, Function.identity()));

        assertThat(ApiDocument.operations())
                .allSatisfy(operation -> assertThat(operation.node().has("requestBody"))
                        .as(name(operation))
                        .isEqualTo(Arrays.stream(Objects.requireNonNull(mapped.get(name(operation)))
                                        .code()
                                        .getParameters())
                                .anyMatch(parameter -> parameter.isAnnotationPresent(RequestBody.class))));
    }

    @Test
    void bodiesHaveTheFieldsOfTheirRecords() {
        assertFields("StartRequest", StartBody.class);
        assertFields("RestartRequest", RestartBody.class);
        assertFields("UndoRequest", UndoBody.class);
    }

    private static void assertFields(String schema, Class<?> type) {
        assertThat(ApiDocument.schema(schema).path("properties").propertyNames())
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(type.getRecordComponents())
                        .map(RecordComponent::getName)
                        .toList());
    }
}
