package dev.mongohaul.report.render;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.thymeleaf.TemplateEngine;
import org.thymeleaf.context.Context;
import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.templatemode.TemplateMode;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;

/**
 * Fills the templates beside a class, which may use those beside this one: {@code style.html} and {@code chart.svg}.
 *
 * <p>Whatever is put in as text is escaped, and what would be invisible in it, or turn the reading direction, is shown as
 * an escape: the same as on a terminal.
 */
public final class Templates {

    private static final Set<String> SHARED = Set.of("style.html", "chart.svg");

    private static final Pattern INVISIBLE = Pattern.compile(
            "[\\p{Cntrl}\\x{80}-\\x{9F}&&[^\\n\\t]]|[\\x{61C}\\x{200E}\\x{200F}\\x{2028}-\\x{202E}\\x{2066}-\\x{2069}]");

    private final TemplateEngine engine = new SpringTemplateEngine();

    /** Takes a moment, so that it is made where a page is asked for and nowhere else. */
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

    /** The template with values in it. */
    public String fill(String name, Map<String, Object> values) {
        return visible(engine.process(name, new Context(Locale.ROOT, values)));
    }

    /** The elements of this name in the template, with values in them. */
    public String fill(String name, String element, Map<String, Object> values) {
        return visible(engine.process(name, Set.of(element), new Context(Locale.ROOT, values)));
    }

    /** A text of which everything can be seen. XML has no place for some characters, so that texts are made so before they are put in. */
    public static String visible(String text) {
        return INVISIBLE
                .matcher(text)
                .replaceAll(found -> "\\\\u%04x".formatted((int) found.group().charAt(0)));
    }
}
