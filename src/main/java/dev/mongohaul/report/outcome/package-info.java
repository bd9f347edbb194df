/**
 * What became of the slots of schedules, and what somebody is to be told of it. Entry is
 * {@link dev.mongohaul.report.outcome.Outbox}. Part of {@code report}, and imports what it may.
 */
@NullMarked
package dev.mongohaul.report.outcome;

import org.jspecify.annotations.NullMarked;
