package dev.mongohaul.report.render;

import java.util.List;
import java.util.Map;

/**
 * Chart as an SVG image, which can be a file of its own or part of a page.
 *
 * @param title what it shows
 */
public record Chart(String title, String svg) {

    /** Returns the image without its style, for a page that has the rules of {@link Templates#styleSheet}. */
    public String unstyled() {
        return Templates.withoutStyle(svg);
    }

    /**
     * Fills the template {@code chart.svg}.
     *
     * @param id prefix of all ids in the image, unique on its page
     * @param texts {@code title} with the unit, and all figures as {@code description}
     */
    public static Chart of(String title, String id, Map<String, String> texts, Templates templates, Drawing drawing) {
        Map<String, Object> values = Map.of(
                "id", id,
                "title", Templates.visible(texts.getOrDefault("title", title)),
                "description", Templates.visible(texts.getOrDefault("description", "")),
                "drawing", drawing.visible());
        return new Chart(title, templates.fill("chart.svg", values));
    }

    /**
     * Shapes and texts of a chart. Their colors are classes of the style sheet.
     *
     * @param shapes SVG elements
     */
    public record Drawing(int width, int height, String shapes, List<Label> labels) {

        public Drawing {
            labels = List.copyOf(labels);
        }

        private Drawing visible() {
            List<Label> visible = labels.stream()
                    .map(label -> new Label(label.x, label.y, label.role, Templates.visible(label.text)))
                    .toList();
            return new Drawing(width, height, shapes, visible);
        }
    }

    /**
     * A text of a chart.
     *
     * @param x its start, its middle or its end, as the style of its role says
     * @param y of its baseline
     * @param role class of its style: name, figure, axis, tick, date or end
     */
    public record Label(long x, long y, String role, String text) {}
}
