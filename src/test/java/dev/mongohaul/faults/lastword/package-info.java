/** Last commands of processes that are killed or paused, delivered when their successors have finished. */
@NullMarked
package dev.mongohaul.faults.lastword;

import org.jspecify.annotations.NullMarked;
