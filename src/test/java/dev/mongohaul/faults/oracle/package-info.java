/**
 * Compares what is there after a run with what must be there. Entry is {@link dev.mongohaul.faults.oracle.Oracle}.
 */
@NullMarked
package dev.mongohaul.faults.oracle;

import org.jspecify.annotations.NullMarked;
