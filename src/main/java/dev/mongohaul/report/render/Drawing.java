package dev.mongohaul.report.render;

import java.util.List;

/**
 * A chart drawn, with its texts apart, so that they stay texts.
 *
 * @param shapes elements of SVG
 */
public record Drawing(int width, int height, String shapes, List<Label> labels) {

    /** This drawing with texts that can be seen. */
    Drawing visible() {
        List<Label> visible = labels.stream()
                .map(label -> new Label(label.x, label.y, label.role, Templates.visible(label.text)))
                .toList();
        return new Drawing(width, height, shapes, visible);
    }

    /**
     * A text and where it stands.
     *
     * @param x where it begins; of the axis' title, its middle
     * @param y of its baseline
     * @param role name, figure or axis, as a class of its style
     */
    public record Label(long x, long y, String role, String text) {}
}
