/**
 * Takes the columns of a file to the properties of a class, with every rule that the two can break. Entry type is
 * {@link dev.mongohaul.mapping.entity.layout.EntityLayout}; for {@code mapping} alone.
 */
@NullMarked
package dev.mongohaul.mapping.entity.layout;

import org.jspecify.annotations.NullMarked;
