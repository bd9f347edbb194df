package dev.mongohaul.report.render;

import dev.mongohaul.report.render.Curve.Point;
import dev.mongohaul.report.render.Drawing.Label;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws figures over time, as narrow as a telephone's screen is: a line, and a point for each; marked ones stand out. */
final class CurveChart {

    private static final int WIDTH = 440;
    private static final int HEIGHT = 200;
    private static final int DATES = 22;
    private static final int MARGIN = 8;
    private static final int LARGE_MARKER = 8;
    private static final int SMALL_MARKER = 4;
    private static final int MANY = 60;
    private static final float LINE = 1.5f;
    private static final double HEADROOM = 1.1;
    private static final long SHORTEST_SECONDS = 60;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneId.systemDefault());

    private final List<Point> points;
    private final XYChart chart =
            new XYChartBuilder().width(WIDTH).height(HEIGHT).build();

    private CurveChart(Curve curve) {
        this.points = curve.points();
    }

    /** Empty where this Java cannot draw. */
    static Optional<Chart> of(Curve curve, String id, Templates templates) {
        Map<String, String> told = Map.of("title", curve.title(), "description", description(curve));
        return Chart.of(curve.title(), id, told, templates, () -> new CurveChart(curve).draw(id));
    }

    private static String description(Curve curve) {
        return curve.points().stream()
                .map(point -> String.format(Locale.ROOT, "%s: %,.1f", TIME.format(point.time()), point.value()))
                .collect(Collectors.joining("; "));
    }

    private Drawing draw(String id) {
        style(chart.getStyler());
        add(points, new BasicStroke(LINE), Shapes.MEASURED, SeriesMarkers.NONE);
        add(points(false), SeriesLines.NONE, Shapes.MEASURED, SeriesMarkers.CIRCLE);
        add(points(true), SeriesLines.NONE, Shapes.MARKED, SeriesMarkers.DIAMOND);
        return new Drawing(WIDTH, HEIGHT + DATES, Shapes.of(chart, id), dates());
    }

    private List<Label> dates() {
        int baseline = HEIGHT + DATES / 2;
        List<Label> dates = new ArrayList<>();
        dates.add(new Label(MARGIN, baseline, "date", TIME.format(first().time())));
        if (last().time().isAfter(first().time())) {
            dates.add(new Label(WIDTH - MARGIN, baseline, "end", TIME.format(last().time())));
        }
        return dates;
    }

    private Point first() {
        return points.get(0);
    }

    private Point last() {
        return points.get(points.size() - 1);
    }

    private List<Point> points(boolean marked) {
        return points.stream().filter(point -> point.marked() == marked).toList();
    }

    private void add(List<Point> shown, BasicStroke line, Color color, Marker marker) {
        if (shown.isEmpty()) {
            return;
        }
        XYSeries series = chart.addSeries(
                "series " + chart.getSeriesMap().size(),
                shown.stream().mapToDouble(CurveChart::x).toArray(),
                shown.stream().mapToDouble(Point::value).toArray());
        series.setLineStyle(line);
        series.setLineColor(color);
        series.setMarker(marker);
        series.setMarkerColor(color);
    }

    private static double x(Point point) {
        return point.time().getEpochSecond();
    }

    private void style(XYStyler styler) {
        double highest = points.stream().mapToDouble(Point::value).max().orElseThrow();
        double margin = Math.max(SHORTEST_SECONDS, (x(last()) - x(first())) / 50);
        styler.setXAxisTicksVisible(false)
                .setPlotGridVerticalLinesVisible(false)
                .setXAxisMin(x(first()) - margin)
                .setXAxisMax(x(last()) + margin)
                .setYAxisMin(0.0)
                .setYAxisMax(highest == 0 ? 1.0 : highest * HEADROOM)
                .setYAxisDecimalPattern("#,###.##")
                .setPlotMargin(0)
                .setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12))
                .setAxisTickLabelsColor(Shapes.TEXT)
                .setAxisTickMarksColor(Shapes.TEXT)
                .setPlotGridLinesColor(Shapes.GRID)
                .setPlotGridLinesStroke(new BasicStroke(1));
        styler.setMarkerSize(points.size() > MANY ? SMALL_MARKER : LARGE_MARKER);
        styler.setLocale(Locale.ROOT);
        styler.setPlotContentSize(1)
                .setPlotBorderVisible(false)
                .setLegendVisible(false)
                .setChartPadding(MARGIN)
                .setChartBackgroundColor(Shapes.NOTHING)
                .setPlotBackgroundColor(Shapes.NOTHING);
    }
}
