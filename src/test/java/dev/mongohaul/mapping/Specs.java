package dev.mongohaul.mapping;

import dev.mongohaul.mapping.spec.MappingSpec;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Mappings for tests, written as in a job file. */
final class Specs {

    private Specs() {}

    /** All columns are text. */
    static MappingSpec text(String... columns) {
        return fields(List.of(columns));
    }

    /** @param fields each as a line under {@code fields} in a job file */
    static MappingSpec fields(List<String> columns, String... fields) {
        String names = columns.stream().map(name -> '"' + name + '"').collect(Collectors.joining(", "));
        String lines = Arrays.stream(fields).map(field -> "\n  " + field).collect(Collectors.joining());
        return yaml("columns: [" + names + "]" + (fields.length == 0 ? "" : "\nfields:" + lines));
    }

    static MappingSpec yaml(String mapping) {
        return MappingYaml.spec(new YAMLMapper().readTree(mapping));
    }
}
