/**
 * Changes to the target beside the writers: its collection, replacement at once, deletions of a snapshot, and what an
 * undo takes back.
 */
@NullMarked
package dev.mongohaul.job.target;

import org.jspecify.annotations.NullMarked;
