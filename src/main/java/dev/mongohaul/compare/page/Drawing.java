package dev.mongohaul.compare.page;

import java.util.List;

/**
 * A chart drawn, with its texts apart, so that they stay texts.
 *
 * @param shapes elements of SVG
 */
record Drawing(int width, int height, String shapes, List<Label> labels) {

    /**
     * A text and where it stands.
     *
     * @param x where it begins; of the axis' title, its middle
     * @param y of its baseline
     * @param role name, figure or axis, as a class of its style
     */
    record Label(long x, long y, String role, String text) {}
}
