/**
 * Files, archives and standard input as one sequence of bytes with global offsets; entry is {@link
 * dev.mongohaul.csv.input.Inputs}. Imports {@code text} only.
 */
@NullMarked
package dev.mongohaul.csv.input;

import org.jspecify.annotations.NullMarked;
