package dev.mongohaul.compare.page;

import java.util.Locale;
import java.util.Map;
import org.thymeleaf.TemplateEngine;
import org.thymeleaf.context.Context;
import org.thymeleaf.templatemode.TemplateMode;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;

/** Fills the templates beside this class; whatever is put in as text is escaped. */
final class Templates {

    private final TemplateEngine engine = new TemplateEngine();

    /** Takes a moment, so that it is made where a page is asked for and nowhere else. */
    Templates() {
        engine.addTemplateResolver(resolver("*.html", TemplateMode.HTML));
        engine.addTemplateResolver(resolver("*.svg", TemplateMode.XML));
    }

    private static ClassLoaderTemplateResolver resolver(String names, TemplateMode mode) {
        ClassLoaderTemplateResolver resolver = new ClassLoaderTemplateResolver(Templates.class.getClassLoader());
        resolver.setPrefix(Templates.class.getPackageName().replace('.', '/') + "/");
        resolver.getResolvablePatternSpec().addPattern(names);
        resolver.setTemplateMode(mode);
        resolver.setCharacterEncoding("UTF-8");
        return resolver;
    }

    String fill(String name, Map<String, Object> values) {
        return engine.process(name, new Context(Locale.ROOT, values));
    }
}
