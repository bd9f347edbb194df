package dev.mongohaul.compare.page;

import dev.mongohaul.compare.run.Summary;
import dev.mongohaul.report.render.Chart;
import dev.mongohaul.report.render.Scale;
import dev.mongohaul.report.render.Templates;
import dev.mongohaul.text.Printable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Bar chart of a group of cases, narrow enough for a phone: each bar lies below its name. The template draws it. */
final class BarChart {

    private static final int WIDTH = 440;
    private static final int MARGIN = 8;
    private static final int NAME = 23;
    private static final int MEASURED = 15;
    private static final int PUBLISHED = 10;
    private static final int BETWEEN = 3;
    private static final int GAP = 11;
    private static final int WHISKER = 4;
    private static final int BASELINE = 6;
    private static final int TICKS = 20;
    private static final int TITLE = 18;
    private static final int TICK_DISTANCE = 80;
    private static final int LONGEST_NAME = 55;

    /** Part of the width that the longest bar takes; the rest is for its figure. */
    private static final double BARS = 0.64;

    private final List<Rectangle> rectangles = new ArrayList<>();
    private final List<String> whiskers = new ArrayList<>();
    private final List<Text> texts = new ArrayList<>();
    private final Scale scale;
    private int bottom = MARGIN;

    /** @param color a variable of the chart's style */
    record Rectangle(double x, double y, double width, double height, String color) {}

    /** @param role a class of the chart's style */
    record Text(long x, long y, String role, String text) {}

    private BarChart(List<CaseBar> bars) {
        double longest = bars.stream().mapToDouble(CaseBar::longest).max().orElseThrow();
        this.scale = new Scale(0, longest / BARS, MARGIN, WIDTH - MARGIN);
        bars.forEach(this::add);
    }

    /** Returns the chart; empty if no case was measured. */
    static Optional<Chart> of(List<CaseBar> bars, String title, String id, Templates templates) {
        if (bars.stream().noneMatch(bar -> bar.rate() != null && bar.longest() > 0)) {
            return Optional.empty();
        }
        BarChart chart = new BarChart(bars);
        Map<String, Object> values = new HashMap<>();
        values.put("id", id);
        values.put("title", Printable.lines(title + ": documents per second"));
        values.put("description", Printable.lines(description(bars)));
        values.put("width", WIDTH);
        values.put("height", chart.bottom + TICKS + TITLE);
        values.put("bottom", chart.bottom);
        values.put("ticks", chart.scale.ticks(TICK_DISTANCE));
        values.put("rectangles", chart.rectangles);
        values.put("whiskers", chart.whiskers);
        values.put("texts", chart.texts);
        return Optional.of(new Chart(title, templates.fill("bars.svg", values)));
    }

    private static String description(List<CaseBar> bars) {
        return bars.stream()
                .map(bar -> bar.rate() == null
                        ? bar.name() + ": could not be measured"
                        : String.format(
                                Locale.ROOT, "%s: %,.0f", bar.name(), bar.rate().median()))
                .collect(Collectors.joining("; "));
    }

    private void add(CaseBar bar) {
        text(MARGIN, bottom + NAME - BASELINE, "name", shortened(bar.name()));
        int top = bottom + NAME;
        double middle = top + MEASURED / 2.0;
        Summary rate = bar.rate();
        if (rate == null) {
            text(MARGIN, middle + WHISKER, "figure", "could not be measured");
        } else {
            rectangle(rate.median(), top, MEASURED, "measured");
            boolean differs = bar.repeated() && rate.max() > rate.min();
            if (differs) {
                whiskers.add(whisker(scale.at(rate.min()), scale.at(rate.max()), middle));
            }
            figure(differs ? rate.max() : rate.median(), middle, "%,.0f", rate.median());
        }
        bottom = top + MEASURED;
        if (bar.published() != null) {
            rectangle(bar.published(), bottom + BETWEEN, PUBLISHED, "published");
            figure(bar.published(), bottom + BETWEEN + PUBLISHED / 2.0, "%,.0f published", bar.published());
            bottom += BETWEEN + PUBLISHED;
        }
        bottom += GAP;
    }

    private static String shortened(String name) {
        return name.length() <= LONGEST_NAME ? name : name.substring(0, LONGEST_NAME - 1) + "…";
    }

    private void rectangle(double length, int y, int height, String color) {
        rectangles.add(new Rectangle(MARGIN, y, Math.round((scale.at(length) - MARGIN) * 100) / 100.0, height, color));
    }

    /** Returns the path of a line with an upright stroke at each end. */
    private static String whisker(double low, double high, double y) {
        return String.format(
                Locale.ROOT,
                "M%1$.2f,%3$.2f V%4$.2f M%1$.2f,%5$.2f H%2$.2f M%2$.2f,%3$.2f V%4$.2f",
                low,
                high,
                y - WHISKER,
                y + WHISKER,
                y);
    }

    private void figure(double end, double middle, String format, double value) {
        text(scale.at(end) + BASELINE, middle + WHISKER, "figure", String.format(Locale.ROOT, format, value));
    }

    private void text(double x, double y, String role, String text) {
        texts.add(new Text(Math.round(x), Math.round(y), role, Printable.lines(text)));
    }
}
