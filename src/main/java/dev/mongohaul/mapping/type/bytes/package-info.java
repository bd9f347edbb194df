/**
 * The types that are bytes of a fixed or free length: ids, UUIDs, binary data. Entry types are the {@code CellType}s; for
 * {@code mapping} alone.
 */
@NullMarked
package dev.mongohaul.mapping.type.bytes;

import org.jspecify.annotations.NullMarked;
