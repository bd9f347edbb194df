/** The types of numbers, read from bytes. Entry types are the {@code CellType}s; for {@code mapping} alone. */
@NullMarked
package dev.mongohaul.mapping.type.number;

import org.jspecify.annotations.NullMarked;
