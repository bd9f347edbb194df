package dev.mongohaul.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Metrics of one scrape. */
record Scrape(String text) {

    private static final Pattern NAME = Pattern.compile("^(mongohaul_[a-z_]+)[{ ]", Pattern.MULTILINE);

    static Scrape of(Served served) {
        HttpResponse<String> answer = served.get("/actuator/prometheus");
        assertThat(answer.statusCode()).isEqualTo(200);
        return new Scrape(answer.body());
    }

    /** Returns the value of the only series with this name and these labels. */
    double value(String name, String... labels) {
        List<String> found = text.lines()
                .filter(line -> line.startsWith(name + "{"))
                .filter(line -> List.of(labels).stream().allMatch(line::contains))
                .toList();
        assertThat(found).as("%s %s in %s", name, List.of(labels), text).hasSize(1);
        return Double.parseDouble(found.get(0).substring(found.get(0).lastIndexOf(' ')));
    }

    /** Returns all names of this program; for a histogram, its base name. */
    List<String> names() {
        Matcher names = NAME.matcher(text);
        return names.results()
                .map(name -> name.group(1).replaceFirst("_(bucket|count|sum|max)$", ""))
                .distinct()
                .toList();
    }

    boolean has(String part) {
        return text.contains(part);
    }
}
