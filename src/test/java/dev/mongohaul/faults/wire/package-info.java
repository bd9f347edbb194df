/**
 * A proxy in front of a server that knows MongoDB's messages and gets in the way of chosen ones. Entry is
 * {@link dev.mongohaul.faults.wire.WireProxy}. Imports nothing.
 */
@NullMarked
package dev.mongohaul.faults.wire;

import org.jspecify.annotations.NullMarked;
