/**
 * Starts processes, sends them signals, and waits for their end. No process outlives the tests.
 */
@NullMarked
package dev.mongohaul.faults.process;

import org.jspecify.annotations.NullMarked;
