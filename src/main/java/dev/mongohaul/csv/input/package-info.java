/**
 * Objects of any source as one sequence of bytes with global offsets, unpacked; entries are {@link
 * dev.mongohaul.csv.input.Inputs} and, for a new kind of source, {@link dev.mongohaul.csv.input.InputSource}. Imports
 * {@code place} and {@code text} only.
 */
@NullMarked
package dev.mongohaul.csv.input;

import org.jspecify.annotations.NullMarked;
