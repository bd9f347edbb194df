/**
 * How jobs stand, in few figures that are asked for again and again. Entry is {@link
 * dev.mongohaul.report.standing.JobStandings}. Part of {@code report}, and imports what it may.
 */
@NullMarked
package dev.mongohaul.report.standing;

import org.jspecify.annotations.NullMarked;
