/**
 * Files, archives and standard input as one sequence of bytes with global offsets; {@link
 * dev.mongohaul.csv.input.Inputs} is the entry. Imports {@code csv.input.stream} and {@code csv.printable} alone; whoever may import {@code csv} may import it.
 */
@NullMarked
package dev.mongohaul.csv.input;

import org.jspecify.annotations.NullMarked;
