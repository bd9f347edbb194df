/**
 * Inputs of which everything is known beforehand: what each record is, and what has to become of it. Imports nothing.
 */
@NullMarked
package dev.mongohaul.faults.input;

import org.jspecify.annotations.NullMarked;
