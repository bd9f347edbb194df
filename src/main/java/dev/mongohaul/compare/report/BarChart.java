package dev.mongohaul.compare.report;

import dev.mongohaul.compare.report.Work.Bar;
import dev.mongohaul.compare.run.Summary;
import dev.mongohaul.report.render.Drawing;
import dev.mongohaul.report.render.Drawing.Label;
import dev.mongohaul.report.render.Shapes;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Draws bars below their names, as narrow as a telephone's screen is. They are thick lines of an XY chart, since XChart 3.8
 * has neither bars that lie nor error bars of two lengths. The vertical axis counts pixels.
 */
final class BarChart {

    private static final int WIDTH = 440;
    private static final int AXIS = 36;
    private static final int TITLE = 22;
    private static final int NAME = 23;
    private static final int THICK = 15;
    private static final int THIN = 10;
    private static final int GAP = 11;
    private static final int BETWEEN = 3;
    private static final int WHISKER = 4;
    private static final int BESIDE = 6;

    /** What is longer would not fit. */
    private static final int LONGEST_NAME = 55;

    /** So much of the width is for bars; beside the longest stands its figure. */
    private static final double BARS = 0.64;

    private final List<Bar> bars;
    private final XYChart chart;
    private final int rows;
    private final List<Pending> pending = new ArrayList<>();

    /** A text whose place is known in the chart's own units. */
    private record Pending(double x, double y, int beside, String role, String text) {}

    private BarChart(List<Bar> bars) {
        this.bars = bars;
        this.rows = bars.stream().mapToInt(BarChart::height).sum();
        this.chart = new XYChartBuilder().width(WIDTH).height(rows + AXIS).build();
    }

    /**
     * Of at least one bar that is longer than nothing.
     *
     * @param id with which all ids in it begin
     */
    static Drawing of(List<Bar> bars, String id) {
        return new BarChart(bars).draw(id);
    }

    private static int height(Bar bar) {
        return NAME + THICK + (bar.published() == null ? 0 : BETWEEN + THIN) + GAP;
    }

    private Drawing draw(String id) {
        style(chart.getStyler());
        double top = 0;
        for (Bar bar : bars) {
            add(bar, top);
            top -= height(bar);
        }
        String shapes = Shapes.of(chart, id);
        List<Label> labels = new ArrayList<>();
        for (Pending text : pending) {
            labels.add(new Label(
                    Math.round(chart.getScreenXFromChart(text.x)) + text.beside,
                    Math.round(chart.getScreenYFromChart(text.y)),
                    text.role,
                    text.text));
        }
        labels.add(new Label(WIDTH / 2, rows + AXIS + TITLE / 2, "axis", "documents per second"));
        return new Drawing(WIDTH, rows + AXIS + TITLE, shapes, labels);
    }

    private void style(XYStyler styler) {
        double longest = bars.stream().mapToDouble(Bar::longest).max().orElseThrow();
        styler.setYAxisTicksVisible(false)
                .setPlotGridHorizontalLinesVisible(false)
                .setXAxisMin(0.0)
                .setXAxisMax(longest / BARS)
                .setYAxisMin((double) -rows)
                .setYAxisMax(0.0)
                .setPlotMargin(0)
                .setXAxisDecimalPattern("#,###.##")
                .setAxisTickLabelsFont(new Font(Font.SANS_SERIF, Font.PLAIN, 12))
                .setAxisTickLabelsColor(Shapes.TEXT)
                .setAxisTickMarksColor(Shapes.TEXT)
                .setPlotGridLinesColor(Shapes.GRID)
                .setPlotGridLinesStroke(new BasicStroke(1))
                .setXAxisTickMarkSpacingHint(80);
        styler.setLocale(Locale.ROOT);
        styler.setPlotContentSize(1)
                .setPlotBorderVisible(false)
                .setLegendVisible(false)
                .setChartPadding(8)
                .setChartBackgroundColor(Shapes.NOTHING)
                .setPlotBackgroundColor(Shapes.NOTHING);
    }

    private void add(Bar bar, double top) {
        pending.add(new Pending(0, top - NAME + BESIDE, 0, "name", shortened(bar.name())));
        double middle = top - NAME - THICK / 2.0;
        Summary rate = bar.rate();
        if (rate == null) {
            pending.add(new Pending(0, middle - WHISKER, 0, "figure", "could not be measured"));
        } else {
            line(rate.median(), middle, THICK, Shapes.MEASURED);
            boolean apart = bar.repeated() && rate.max() > rate.min();
            if (apart) {
                whisker(rate, middle);
            }
            figure(apart ? rate.max() : rate.median(), middle, "%,.0f", rate.median());
        }
        if (bar.published() != null) {
            double below = top - NAME - THICK - BETWEEN - THIN / 2.0;
            line(bar.published(), below, THIN, Shapes.PUBLISHED);
            figure(bar.published(), below, "%,.0f published", bar.published());
        }
    }

    private static String shortened(String name) {
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
    }

    private void figure(double x, double middle, String format, double value) {
        pending.add(new Pending(x, middle - WHISKER, BESIDE, "figure", String.format(Locale.ROOT, format, value)));
    }

    private void line(double length, double y, int thickness, Color color) {
        series(new double[] {0, length}, new double[] {y, y}, thickness, color);
    }

    private void whisker(Summary rate, double y) {
        double low = rate.min();
        double high = rate.max();
        series(
                new double[] {low, low, low, high, high, high},
                new double[] {y - WHISKER, y + WHISKER, y, y, y + WHISKER, y - WHISKER},
                1,
                Shapes.TEXT);
    }

    private void series(double[] x, double[] y, int thickness, Color color) {
        XYSeries series = chart.addSeries("series " + chart.getSeriesMap().size(), x, y);
        series.setMarker(SeriesMarkers.NONE);
        series.setLineStyle(new BasicStroke(thickness, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER));
        series.setLineColor(color);
    }
}
