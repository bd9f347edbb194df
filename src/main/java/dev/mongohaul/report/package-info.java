/**
 * Imports and their runs made into figures: {@link dev.mongohaul.report.RunReport} of a run,
 * {@link dev.mongohaul.report.History} of a job. {@code detail} has all that is known of one import, {@code sheet} lays
 * figures out, {@code page} makes pages of them. Imports {@code repository} and {@code reject}.
 */
@NullMarked
package dev.mongohaul.report;

import org.jspecify.annotations.NullMarked;
