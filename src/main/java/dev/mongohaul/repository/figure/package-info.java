/** Counts of records and cells, and figures of columns. They are parts of stored partitions, plans and runs. */
@NullMarked
package dev.mongohaul.repository.figure;

import org.jspecify.annotations.NullMarked;
