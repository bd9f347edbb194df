/**
 * Types of cells and sinks of values: a {@link dev.mongohaul.mapping.type.CellType} reads a cell's bytes and writes its
 * value to a {@link dev.mongohaul.mapping.type.ValueSink}, or says why it cannot. The specs of a mapping are here too.
 */
@NullMarked
package dev.mongohaul.mapping.type;

import org.jspecify.annotations.NullMarked;
