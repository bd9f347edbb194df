/**
 * A server made to seem farther away than it is. Entry is {@link dev.mongohaul.compare.latency.DelayProxy}; imports nothing
 * of the program.
 */
@NullMarked
package dev.mongohaul.compare.latency;

import org.jspecify.annotations.NullMarked;
