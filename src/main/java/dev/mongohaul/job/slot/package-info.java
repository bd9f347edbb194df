/**
 * When jobs run by themselves: the slots of their schedules, each of which runs once, however many processes serve. Entry is
 * {@link dev.mongohaul.job.slot.SlotRuns}.
 */
@NullMarked
package dev.mongohaul.job.slot;

import org.jspecify.annotations.NullMarked;
