package dev.mongohaul.report.render;

import dev.mongohaul.report.figure.Words;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Line chart of a figure over time, narrow enough for a telephone. Marked points stand out. */
final class LineChart {

    private static final int WIDTH = 440;
    private static final int HEIGHT = 200;
    private static final int MARGIN = 8;
    private static final int DATES = 22;
    private static final int AXIS = 62;
    private static final double LARGE_MARKER = 4;
    private static final double SMALL_MARKER = 2;
    private static final int MANY = 60;
    private static final int TICKS = 30;
    private static final double HEADROOM = 1.1;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneId.systemDefault());

    private final List<CurvePoint> points;
    private final Instant first;
    private final Instant last;
    private final Scale values;
    private final double marker;
    private final StringBuilder shapes = new StringBuilder();
    private final List<Label> labels = new ArrayList<>();

    /** Text at a place of its baseline; the role is a class of the style: date, end or tick. */
    record Label(long x, long y, String role, String text) {}

    private LineChart(Curve curve) {
        this.points = curve.points();
        this.first = points.get(0).time();
        this.last = points.get(points.size() - 1).time();
        double maximum = points.stream().mapToDouble(CurvePoint::value).max().orElseThrow();
        this.values = new Scale(0, maximum == 0 ? 1 : maximum * HEADROOM, HEIGHT - MARGIN, MARGIN);
        this.marker = points.size() > MANY ? SMALL_MARKER : LARGE_MARKER;
    }

    static Chart of(Curve curve, String id, Templates templates) {
        LineChart chart = new LineChart(curve);
        chart.draw();
        Map<String, Object> values = new HashMap<>();
        values.put("id", id);
        values.put("title", Templates.visible(curve.title()));
        values.put("description", description(curve));
        values.put("width", WIDTH);
        values.put("height", HEIGHT + DATES);
        values.put("shapes", chart.shapes.toString());
        values.put("labels", chart.labels);
        return new Chart(curve.title(), templates.fill("chart.svg", values));
    }

    private static String description(Curve curve) {
        return curve.points().stream()
                .map(point -> Words.format(
                        "%s: %,.1f%s",
                        TIME.format(point.time()), point.value(), point.marked() ? ", not completed" : ""))
                .collect(Collectors.joining("; "));
    }

    private void draw() {
        for (Tick tick : values.ticks(TICKS)) {
            shapes.append(Words.format(
                    "<line class=\"grid\" x1=\"%d\" y1=\"%2$.2f\" x2=\"%3$d\" y2=\"%2$.2f\"/>",
                    AXIS, tick.at(), WIDTH - MARGIN));
            labels.add(new Label(AXIS - MARGIN, Math.round(tick.at()) + 4, "tick", tick.label()));
        }
        String line = points.stream()
                .map(point -> Words.format("%.2f,%.2f", x(point), values.at(point.value())))
                .collect(Collectors.joining(" "));
        shapes.append("<polyline class=\"line\" points=\"").append(line).append("\"/>");
        points.forEach(point -> shapes.append(marker(point)));
        labels.add(new Label(MARGIN, HEIGHT + DATES / 2, "date", TIME.format(first)));
        if (last.isAfter(first)) {
            labels.add(new Label(WIDTH - MARGIN, HEIGHT + DATES / 2, "end", TIME.format(last)));
        }
    }

    private String marker(CurvePoint point) {
        double x = x(point);
        double y = values.at(point.value());
        return point.marked()
                ? Words.format(
                        "<path class=\"marked\" d=\"M%.2f %.2fL%.2f %.2fL%.2f %.2fL%.2f %.2fZ\"/>",
                        x, y - 1.5 * marker, x + 1.5 * marker, y, x, y + 1.5 * marker, x - 1.5 * marker, y)
                : Words.format("<circle class=\"measured\" cx=\"%.2f\" cy=\"%.2f\" r=\"%.1f\"/>", x, y, marker);
    }

    /** A single point is in the middle. */
    private double x(CurvePoint point) {
        double left = AXIS + 2.0 * MARGIN;
        double right = WIDTH - 3.0 * MARGIN;
        return last.isAfter(first)
                ? new Scale((double) first.getEpochSecond(), (double) last.getEpochSecond(), left, right)
                        .at((double) point.time().getEpochSecond())
                : (left + right) / 2;
    }
}
