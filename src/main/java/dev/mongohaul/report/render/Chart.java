package dev.mongohaul.report.render;

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
}
