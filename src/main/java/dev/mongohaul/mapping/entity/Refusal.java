package dev.mongohaul.mapping.entity;

import dev.mongohaul.mapping.type.Excerpt;
import java.util.Optional;
import org.bson.Document;
import org.springframework.core.convert.ConversionFailedException;

/**
 * Why a class does not take a document.
 *
 * @param type the class
 * @param document as it is stored
 */
record Refusal(EntityType<?> type, Document document) {

    /** One line, with the field and its value where they can be found out. */
    String reason(RuntimeException thrown) {
        Optional<ConversionFailedException> conversion = Causes.first(ConversionFailedException.class, thrown);
        if (conversion.isEmpty()) {
            return "the record cannot become a " + type + ": " + Causes.told(thrown);
        }
        ConversionFailedException failed = conversion.get();
        return Excerpt.quoted(String.valueOf(failed.getValue()))
                + culprit()
                        .map(field -> " of the field " + Excerpt.quoted(field))
                        .orElse("")
                + " cannot become a " + failed.getTargetType().getType().getName() + ": " + Causes.told(failed);
    }

    /** The field without which the conversions succeed. */
    private Optional<String> culprit() {
        return document.keySet().stream().filter(this::isConvertedWithout).findFirst();
    }

    private boolean isConvertedWithout(String field) {
        Document rest = new Document(document);
        rest.remove(field);
        try {
            type.converter().read(type.type(), rest);
            return true;
        } catch (RuntimeException e) {
            return Causes.first(ConversionFailedException.class, e).isEmpty();
        }
    }
}
