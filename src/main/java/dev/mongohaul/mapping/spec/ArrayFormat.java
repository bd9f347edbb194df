package dev.mongohaul.mapping.spec;

/**
 * Format of the cells of a {@link FieldType#ARRAY}.
 *
 * @param of the type of the array's elements
 * @param separator the text between two elements; each of them has an element on either side, which may be empty only
 *     where elements are, or may be, text
 */
public record ArrayFormat(FieldType of, String separator) {}
