/**
 * A proxy for MongoDB's wire protocol that drops, delays or refuses chosen commands. Entry is
 * {@link dev.mongohaul.faults.wire.WireProxy}. This package uses no other package of the program.
 */
@NullMarked
package dev.mongohaul.faults.wire;

import org.jspecify.annotations.NullMarked;
