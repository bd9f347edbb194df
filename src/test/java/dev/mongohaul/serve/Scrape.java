package dev.mongohaul.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What Prometheus is told at one moment. */
record Scrape(String text) {

    private static final Pattern NAME = Pattern.compile("^(mongohaul_[a-z_]+)[{ ]", Pattern.MULTILINE);

    static Scrape of(Served served) {
        HttpResponse<String> answer = served.get("/actuator/prometheus");
        assertThat(answer.statusCode()).isEqualTo(200);
        return new Scrape(answer.body());
    }

    /** The value of the one series of this name that has all these labels. */
    double value(String name, String... labels) {
        List<String> found = text.lines()
                .filter(line -> line.startsWith(name + "{"))
                .filter(line -> List.of(labels).stream().allMatch(line::contains))
                .toList();
        assertThat(found).as("%s %s in %s", name, List.of(labels), text).hasSize(1);
        return Double.parseDouble(found.get(0).substring(found.get(0).lastIndexOf(' ')));
    }

    /** All names that are ours, of histograms the one that its parts have in common. */
    List<String> names() {
        Matcher names = NAME.matcher(text);
        return names.results()
                .map(name -> name.group(1).replaceFirst("_(bucket|count|sum|max)$", ""))
                .distinct()
                .toList();
    }

    /** Returns each name with its labels, and with the values of those whose values are fixed. */
    Set<String> series() {
        return text.lines()
                .filter(line -> line.startsWith("mongohaul_"))
                .map(line -> line.substring(0, line.lastIndexOf(' ')))
                .map(series ->
                        series.replaceAll("(job|writer|le)=\"[^\"]*\"", "$1").replace("\"", ""))
                .collect(Collectors.toSet());
    }

    boolean has(String part) {
        return text.contains(part);
    }
}
