package dev.mongohaul.repository.plan;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Collection that the documents are loaded into before they replace those of the target.
 *
 * @param uuid the server's identity of the collection, which a renamed collection keeps; null before it is created
 * @param view whether the target is a view, which is switched to the collection
 * @param former collection that the view showed before; null if it did not exist, or before it is switched
 */
public record Staging(
        String collection,
        @Nullable UUID uuid,
        boolean view,
        @Nullable String former) {}
