/**
 * What a cell can be: a {@link dev.mongohaul.mapping.type.CellType} reads a cell's bytes and puts its value, or says
 * why it cannot. For {@code mapping} alone.
 */
@NullMarked
package dev.mongohaul.mapping.type;

import org.jspecify.annotations.NullMarked;
