/**
 * A folder into which a sender puts files, and what must be true of it while imports of its files are killed.
 */
@NullMarked
package dev.mongohaul.faults.inbox;

import org.jspecify.annotations.NullMarked;
