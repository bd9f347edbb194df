package dev.mongohaul.check;

import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Value in a document, and the cell that became it.
 *
 * @param cell at most its first 100 characters; null for a constant
 */
public record FirstValue(@Nullable String cell, BsonValue value) {}
