package dev.mongohaul.mapping.entity;

import org.springframework.data.core.TypeInformation;

/** What classes are called in messages. */
final class ClassNames {

    private ClassNames() {}

    static String withArticle(TypeInformation<?> type) {
        return withArticle(type.getType().getSimpleName());
    }

    static String withArticle(String name) {
        return ("AEIOaeio".indexOf(name.charAt(0)) >= 0 ? "an " : "a ") + name;
    }
}
