package dev.mongohaul.report.render;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The style that pages and charts carry in themselves, apart: for pages whose server forbids that. */
public final class StyleSheet {

    private static final Pattern STYLE = Pattern.compile("(?s)<style>(.*?)</style>");

    private StyleSheet() {}

    /** Rules of pages and of charts, as a file of them. */
    public static String text() {
        return rules("style.html") + rules("chart.svg");
    }

    /** What this package's templates made, without their style: texts in it are escaped, and cannot be taken for it. */
    public static String removedFrom(String html) {
        return STYLE.matcher(html).replaceAll("");
    }

    private static String rules(String template) {
        Matcher style = STYLE.matcher(read(template));
        if (!style.find()) {
            throw new IllegalStateException(template + " has no style");
        }
        return style.group(1);
    }

    private static String read(String template) {
        try (InputStream in = Objects.requireNonNull(StyleSheet.class.getResourceAsStream(template), template)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("The jar cannot be read", e);
        }
    }
}
