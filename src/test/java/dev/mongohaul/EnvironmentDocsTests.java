package dev.mongohaul;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AnnotationTypeFilter;

/** The variables and properties of docs/environment.md are those that the program and its launcher read. */
class EnvironmentDocsTests {

    private static final Path DOCS = Path.of("docs/environment.md");
    private static final Path SOURCES = Path.of("src/main/java");
    private static final Path LAUNCHER = Path.of("mongohaul");

    private static final Pattern PROPERTY_ROW =
            Pattern.compile("(?m)^\\| `(\\w+)` \\| `(mongohaul\\.[^`]+)` \\| `?([^|`]+)`? \\|");
    private static final Pattern PROPERTY_NAME = Pattern.compile("`(mongohaul\\.[a-z.-]+)`");
    private static final Pattern VARIABLE_ROW = Pattern.compile("(?m)^\\| `([A-Z_]+)` \\|");
    private static final Pattern VARIABLE_IN_SOURCE = Pattern.compile("\"(MONGOHAUL_[A-Z_]+|MONGODB_URI|MONGOD)\"");
    private static final Pattern VARIABLE_IN_LAUNCHER = Pattern.compile("\\$\\{?(MONGOHAUL_[A-Z_]+|JAVA_HOME)");

    @Test
    void propertiesAreListedWithTheirDefaults() throws IOException {
        List<Row> listed = PROPERTY_ROW
                .matcher(Files.readString(DOCS))
                .results()
                .map(row -> new Row(row.group(1), row.group(2), row.group(3)))
                .toList();

        assertThat(listed).containsExactlyInAnyOrderElementsOf(properties());
    }

    @Test
    void propertiesThatAreMentionedExist() throws IOException {
        assertThat(properties().stream().flatMap(row -> Stream.of(row.property(), row.defaultValue())))
                .containsAll(names(PROPERTY_NAME, DOCS));
    }

    @Test
    void variablesAreListed() throws IOException {
        Set<String> read = names(VARIABLE_IN_LAUNCHER, LAUNCHER);
        try (Stream<Path> sources = Files.walk(SOURCES)) {
            for (Path source : sources.filter(Files::isRegularFile).toList()) {
                read.addAll(names(VARIABLE_IN_SOURCE, source));
            }
        }
        Set<String> listed = names(VARIABLE_ROW, DOCS);
        assertThat(read).contains("MONGODB_URI", "MONGOD", "JAVA_HOME", "MONGOHAUL_JAVA_OPTS");
        assertThat(listed).containsAll(read);

        properties().forEach(property -> read.add(property.variable()));
        assertThat(listed.stream().filter(name -> name.startsWith("MONGOHAUL_")))
                .isSubsetOf(read);
    }

    private static Set<String> names(Pattern pattern, Path file) throws IOException {
        return pattern.matcher(Files.readString(file))
                .results()
                .map(result -> result.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Row> properties() {
        ClassPathScanningCandidateComponentProvider scan = new ClassPathScanningCandidateComponentProvider(false);
        scan.addIncludeFilter(new AnnotationTypeFilter(ConfigurationProperties.class));
        return scan.findCandidateComponents("dev.mongohaul").stream()
                .flatMap(found -> rowsOf(found).stream())
                .toList();
    }

    private static List<Row> rowsOf(BeanDefinition found) {
        try {
            Class<?> type = Class.forName(found.getBeanClassName());
            return rowsOf(type.getAnnotation(ConfigurationProperties.class).value(), type);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Row> rowsOf(String prefix, Class<?> type) {
        assertThat(type).isRecord();
        RecordComponent[] components = type.getRecordComponents();
        // The default is an annotation of the constructor's parameters only.
        Parameter[] parameters = type.getDeclaredConstructors()[0].getParameters();
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < components.length; i++) {
            String name = DataObjectPropertyName.toDashedForm(components[i].getName());
            if (components[i].getType().getName().startsWith("dev.mongohaul.")
                    && components[i].getType().isRecord()) {
                rows.addAll(rowsOf(prefix + "." + name, components[i].getType()));
            } else {
                rows.add(Row.of(
                        prefix + "." + name,
                        parameters[i].getAnnotation(DefaultValue.class).value()));
            }
        }
        return rows;
    }

    /** Row of a property. */
    private record Row(String variable, String property, String defaultValue) {

        static Row of(String property, String... defaults) {
            String variable = property.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
            return new Row(variable, property, defaults.length == 0 ? "none" : String.join(",", defaults));
        }
    }
}
