/**
 * Fault injection with real processes and servers: they are killed, paused and disconnected, and the result is checked.
 * Entry is {@link dev.mongohaul.faults.FaultsIT}.
 */
@NullMarked
package dev.mongohaul.faults;

import org.jspecify.annotations.NullMarked;
