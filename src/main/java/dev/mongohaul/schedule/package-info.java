/**
 * Schedules of jobs: each due slot runs once, by any number of serving processes. Entries are {@link
 * dev.mongohaul.schedule.Timetable} and {@link dev.mongohaul.schedule.Slots}.
 */
@NullMarked
package dev.mongohaul.schedule;

import org.jspecify.annotations.NullMarked;
