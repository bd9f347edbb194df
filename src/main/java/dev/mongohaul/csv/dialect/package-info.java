/** Dialect of a CSV file: delimiter, quote, escapes, and what to do with irregular records. */
@NullMarked
package dev.mongohaul.csv.dialect;

import org.jspecify.annotations.NullMarked;
