/** What became of the times of schedules: a document for each. Entry is {@link dev.mongohaul.repository.slot.Slots}. */
@NullMarked
package dev.mongohaul.repository.slot;

import org.jspecify.annotations.NullMarked;
