/**
 * What a cell must be beyond its type for the property that it goes to; {@link dev.mongohaul.mapping.entity.cell.CellRules}
 * are those of one mapping. For {@code mapping} alone.
 */
@NullMarked
package dev.mongohaul.mapping.entity.cell;

import org.jspecify.annotations.NullMarked;
