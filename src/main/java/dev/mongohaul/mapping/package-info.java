/**
 * Mapping of CSV records to documents: types, ids, nesting and several renderings. Entry type is
 * {@link dev.mongohaul.mapping.Mapping}.
 */
@NullMarked
package dev.mongohaul.mapping;

import org.jspecify.annotations.NullMarked;
