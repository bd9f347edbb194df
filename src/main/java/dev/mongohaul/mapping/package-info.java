/** {@code CsvRecord} to document: types, ids, nesting; one mapping, several renderings. Imports {@code csv} alone. */
@NullMarked
package dev.mongohaul.mapping;

import org.jspecify.annotations.NullMarked;
