/** A year of nights with files of all kinds, on a clock that the test sets. */
@NullMarked
package dev.mongohaul.faults.year;

import org.jspecify.annotations.NullMarked;
