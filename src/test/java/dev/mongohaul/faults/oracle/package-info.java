/**
 * Compares the result of a run with the expected one. Entry is {@link dev.mongohaul.faults.oracle.Oracle}.
 */
@NullMarked
package dev.mongohaul.faults.oracle;

import org.jspecify.annotations.NullMarked;
