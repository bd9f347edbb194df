/**
 * Processes that are started, signalled and waited for, none of which outlives the tests.
 */
@NullMarked
package dev.mongohaul.faults.process;

import org.jspecify.annotations.NullMarked;
