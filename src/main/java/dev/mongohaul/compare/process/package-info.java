/**
 * This program started once more, as a process of its own that is watched: how long it ran, what CPU and memory it took.
 * Entry is {@link dev.mongohaul.compare.process.ThisProgram}.
 */
@NullMarked
package dev.mongohaul.compare.process;

import org.jspecify.annotations.NullMarked;
