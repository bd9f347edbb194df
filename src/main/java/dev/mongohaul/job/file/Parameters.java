package dev.mongohaul.job.file;

import dev.mongohaul.job.file.yaml.Mapping;
import dev.mongohaul.job.file.yaml.Node;
import dev.mongohaul.job.file.yaml.Place;
import dev.mongohaul.job.file.yaml.Scalar;
import dev.mongohaul.job.file.yaml.YamlReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lays parameters {@code name=value} over the settings of a file.
 *
 * <p>A value is the text behind the first {@code =}, whatever it holds. Where a list or a group is asked for, a text in
 * brackets or braces is one.
 */
record Parameters(Path workingDirectory, List<JobFileProblem> problems) {

    Mapping over(Mapping settings, List<String> parameters) {
        Mapping overlaid = settings;
        Map<List<String>, String> earlier = new HashMap<>();
        for (String parameter : parameters) {
            Place place = new Place("parameter " + parameter, 0, workingDirectory);
            int equals = parameter.indexOf('=');
            try {
                if (equals < 1) {
                    throw new IllegalArgumentException("is not of the form name=value, such as chunk-size=500");
                }
                ParameterName name = ParameterName.of(parameter.substring(0, equals));
                String other = earlier.putIfAbsent(name.key(), parameter);
                if (other != null) {
                    throw new IllegalArgumentException("sets what " + other + " sets already: leave one out");
                }
                overlaid = overlaid.with(name.key(), value(name, parameter.substring(equals + 1), place));
            } catch (IllegalArgumentException e) {
                problems.add(JobFileProblem.of(place, List.of(), String.valueOf(e.getMessage())));
            }
        }
        return overlaid;
    }

    private Node value(ParameterName name, String text, Place place) {
        boolean inBrackets =
                (text.startsWith("[") && text.endsWith("]")) || (text.startsWith("{") && text.endsWith("}"));
        return name.nested() && inBrackets
                ? YamlReader.read(text, place, problems)
                : new Scalar(text, Scalar.Style.PARAMETER, place);
    }
}
