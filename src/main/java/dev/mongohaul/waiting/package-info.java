/** Pauses between the attempts of an operation, with jitter. Any package may import it; it imports none. */
@NullMarked
package dev.mongohaul.waiting;

import org.jspecify.annotations.NullMarked;
