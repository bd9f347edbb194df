package dev.mongohaul.mapping.layout;

import java.util.List;

/**
 * Human-readable summary of one column.
 *
 * @param column its name
 * @param type its type's name in a job file, with the pattern of a date and the element of an array
 * @param fields the dotted paths of its fields in the document; none for a dropped column
 * @param rules the rules for its cells, such as {@code min 0}
 */
public record ColumnPlace(String column, String type, List<String> fields, List<String> rules) {}
