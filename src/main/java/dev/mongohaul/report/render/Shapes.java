package dev.mongohaul.report.render;

import java.awt.Color;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.VectorGraphicsEncoder.VectorGraphicsFormat;
import org.knowm.xchart.XYChart;

/**
 * A chart as elements of SVG whose colors are left to a style sheet. They have no style attributes, which a page of a server
 * may not have.
 */
public final class Shapes {

    public static final Color TEXT = new Color(1, 1, 1);
    public static final Color GRID = new Color(2, 2, 2);
    public static final Color MEASURED = new Color(3, 3, 3);
    public static final Color PUBLISHED = new Color(4, 4, 4);
    public static final Color MARKED = new Color(5, 5, 5);
    public static final Color NOTHING = new Color(0, 0, 0, 0);

    private static final Map<Color, String> STYLES = Map.of(
            TEXT, "currentColor",
            GRID, "var(--grid)",
            MEASURED, "var(--measured)",
            PUBLISHED, "var(--published)",
            MARKED, "var(--marked)");

    private static final Pattern AROUND = Pattern.compile("(?s)^.*?<svg[^>]*>|</svg>\\s*$");
    private static final Pattern INVISIBLE = Pattern.compile("\\s*<rect[^>]*fill-opacity:0;[^>]*/>");
    private static final Pattern FRACTION = Pattern.compile("-?[0-9]+\\.[0-9]{3,}(E-[0-9]+)?");
    private static final Pattern STYLE = Pattern.compile(" style=\"([^\"]*)\"");
    private static final Pattern CLIP = Pattern.compile("clip-?[0-9]+");

    private Shapes() {}

    /**
     * All that the chart draws, the figures of its axes included.
     *
     * @param id with which all of its begin
     */
    public static String of(XYChart chart, String id) {
        ByteArrayOutputStream svg = new ByteArrayOutputStream();
        try {
            VectorGraphicsEncoder.saveVectorGraphic(chart, svg, VectorGraphicsFormat.SVG);
        } catch (IOException e) {
            throw new UncheckedIOException("Nothing is written to but memory", e);
        }
        String shapes = AROUND.matcher(svg.toString(StandardCharsets.UTF_8)).replaceAll("");
        shapes = INVISIBLE.matcher(shapes).replaceAll("");
        shapes = FRACTION.matcher(shapes).replaceAll(found -> round(found.group()));
        Map<String, String> clips = new LinkedHashMap<>();
        shapes = CLIP.matcher(shapes)
                .replaceAll(found -> clips.computeIfAbsent(found.group(), any -> id + "-clip-" + clips.size()));
        return STYLE.matcher(styled(shapes)).replaceAll(found -> Matcher.quoteReplacement(attributes(found.group(1))));
    }

    private static String attributes(String style) {
        StringBuilder attributes = new StringBuilder();
        for (String declaration : style.split(";", -1)) {
            int colon = declaration.indexOf(':');
            if (colon > 0) {
                attributes
                        .append(' ')
                        .append(declaration.substring(0, colon).strip())
                        .append("=\"")
                        .append(declaration.substring(colon + 1).strip())
                        .append('"');
            }
        }
        return attributes.toString();
    }

    private static String round(String number) {
        return String.format(Locale.ROOT, "%.2f", Double.parseDouble(number));
    }

    private static String styled(String shapes) {
        String styled = shapes;
        for (Map.Entry<Color, String> style : STYLES.entrySet()) {
            Color color = style.getKey();
            String written = "rgb(%d,%d,%d)".formatted(color.getRed(), color.getGreen(), color.getBlue());
            styled = styled.replace(written, style.getValue());
        }
        return styled;
    }
}
