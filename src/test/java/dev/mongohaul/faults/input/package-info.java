/**
 * Generated inputs, and the expected result of each record. This package uses no other package of the program.
 */
@NullMarked
package dev.mongohaul.faults.input;

import org.jspecify.annotations.NullMarked;
