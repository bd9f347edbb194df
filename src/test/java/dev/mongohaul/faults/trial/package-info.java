/**
 * One run of a campaign: an input, a job, a database, the launches of an import, and its result.
 */
@NullMarked
package dev.mongohaul.faults.trial;

import org.jspecify.annotations.NullMarked;
