/**
 * The types of which a cell holds several values: arrays and JSON. Entry types are the {@code CellType}s; for
 * {@code mapping} alone.
 */
@NullMarked
package dev.mongohaul.mapping.type.composite;

import org.jspecify.annotations.NullMarked;
