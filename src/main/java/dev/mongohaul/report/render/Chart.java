package dev.mongohaul.report.render;

import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A chart: SVG that stands alone, and that can stand in a page beside others.
 *
 * @param title what it is of
 */
public record Chart(String title, String svg) {

    /** The same without style, for a page that has {@link StyleSheet}'s. */
    public String unstyled() {
        return StyleSheet.removedFrom(svg);
    }

    /**
     * Of a drawing; empty where this Java cannot draw: one without fonts cannot.
     *
     * @param id with which all ids in the drawing begin
     * @param told the values of the template: the title with its unit as {@code title}, all figures as {@code description}
     */
    public static Optional<Chart> of(
            String title, String id, Map<String, String> told, Templates templates, Supplier<Drawing> drawing) {
        // It may be drawn where no window system is, nor ever was.
        System.setProperty("java.awt.headless", "true");
        try {
            Map<String, Object> values = Map.of(
                    "id", id,
                    "title", Templates.visible(told.getOrDefault("title", title)),
                    "description", Templates.visible(told.getOrDefault("description", "")),
                    "drawing", drawing.get().visible());
            return Optional.of(new Chart(title, templates.fill("chart.svg", values)));
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (Error e) {
            // Without fonts, or without what reads them, AWT ends in one kind of Error or another.
            return Optional.empty();
        }
    }
}
