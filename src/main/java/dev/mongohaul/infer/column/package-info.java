/** Types of columns: what their cells have in common. Entry is {@link dev.mongohaul.infer.column.ColumnProfile}. */
@NullMarked
package dev.mongohaul.infer.column;

import org.jspecify.annotations.NullMarked;
