package dev.mongohaul.mapping.type;

/**
 * How the cells of a {@link FieldType#ARRAY} are written.
 *
 * @param of the type of the array's elements
 * @param separator the text between two elements; each of them has an element on either side, which may be empty only
 *     where elements are, or may be, text
 */
public record ArrayFormat(FieldType of, String separator) {

    public ArrayFormat {
        if (!of.isElement()) {
            throw new MappingException("an array cannot be of " + of.word() + ": name the type of one element");
        }
        if (separator.isEmpty()) {
            throw new MappingException("an array's separator is empty: write the text between two elements");
        }
    }
}
