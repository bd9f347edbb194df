/** Pauses of schedules, and waits for files. The entry is {@link dev.mongohaul.schedule.pause.Pauses}. */
@NullMarked
package dev.mongohaul.schedule.pause;

import org.jspecify.annotations.NullMarked;
