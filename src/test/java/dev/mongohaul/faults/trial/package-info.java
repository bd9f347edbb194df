/**
 * One run of a campaign: an input, a job, a database, the launches of it and what they came to.
 */
@NullMarked
package dev.mongohaul.faults.trial;

import org.jspecify.annotations.NullMarked;
