/**
 * Schedules of jobs: finds the slots that are due and runs each of them once, however many processes serve. Entries are
 * {@link dev.mongohaul.schedule.Timetable} and {@link dev.mongohaul.schedule.Slots}.
 */
@NullMarked
package dev.mongohaul.schedule;

import org.jspecify.annotations.NullMarked;
