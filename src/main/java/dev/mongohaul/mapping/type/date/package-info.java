/**
 * The types of dates, all of which become BSON dates. Entry types are the {@code CellType}s; for {@code mapping}
 * alone.
 */
@NullMarked
package dev.mongohaul.mapping.type.date;

import org.jspecify.annotations.NullMarked;
