/**
 * When jobs run by themselves: the slots of their schedules, each of which runs once, however many processes serve. Entry is
 * {@link dev.mongohaul.serve.schedule.SlotTimes}.
 */
@NullMarked
package dev.mongohaul.serve.schedule;

import org.jspecify.annotations.NullMarked;
