/** Imports in which the features of the program meet: all pairs of their dimensions, and what each case must leave behind. */
@NullMarked
package dev.mongohaul.faults.pairs;

import org.jspecify.annotations.NullMarked;
