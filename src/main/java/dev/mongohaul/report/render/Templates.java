package dev.mongohaul.report.render;

import dev.mongohaul.text.Printable;
import dev.mongohaul.text.ResourceText;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.thymeleaf.TemplateEngine;
import org.thymeleaf.context.Context;
import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.templatemode.TemplateMode;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;

/**
 * Templates in the package of a class, which may use {@code style.html} and {@code chart.svg} of this package.
 *
 * <p>Values are escaped. Characters that are invisible, or change the reading direction, are shown as escapes, as on a
 * terminal. Thread-safe.
 */
public final class Templates {

    private static final Pattern STYLE = Pattern.compile("(?s)<style>(.*?)</style>");
    private static final Set<String> SHARED = Set.of("style.html", "chart.svg");

    private final TemplateEngine engine = new SpringTemplateEngine();

    /** Creates the template engine, which takes some 100 ms. */
    public Templates(Class<?> beside) {
        SHARED.forEach(name -> add(Templates.class, name));
        add(beside, "*.html");
        add(beside, "*.svg");
    }

    private void add(Class<?> beside, String names) {
        ClassLoaderTemplateResolver resolver = new ClassLoaderTemplateResolver(beside.getClassLoader());
        resolver.setPrefix(beside.getPackageName().replace('.', '/') + "/");
        resolver.getResolvablePatternSpec().addPattern(names);
        resolver.setTemplateMode(names.endsWith(".svg") ? TemplateMode.XML : TemplateMode.HTML);
        resolver.setCharacterEncoding("UTF-8");
        resolver.setOrder(SHARED.contains(names) ? 1 : 2);
        engine.addTemplateResolver(resolver);
    }

    /** Fills a template. */
    public String fill(String name, Map<String, Object> values) {
        return visible(engine.process(name, new Context(Locale.ROOT, values)));
    }

    /** Fills the elements of this name in a template. */
    public String fill(String name, String element, Map<String, Object> values) {
        return visible(engine.process(name, Set.of(element), new Context(Locale.ROOT, values)));
    }

    /** Escapes invisible characters, some of which XML does not allow. Line ends and tabs stay. */
    static String visible(String text) {
        return Printable.lines(text);
    }

    /** Returns the CSS rules of pages and charts, for pages whose server forbids inline styles. */
    public static String styleSheet() {
        return rules("style.html") + rules("chart.svg");
    }

    /** Removes the style from the result of a template. Text in it is escaped, so that it is never taken for style. */
    public static String withoutStyle(String html) {
        return STYLE.matcher(html).replaceAll("");
    }

    private static String rules(String template) {
        Matcher style = STYLE.matcher(ResourceText.of(Templates.class, template));
        if (!style.find()) {
            throw new IllegalStateException(template + " has no style");
        }
        return style.group(1);
    }
}
