/**
 * Imports of the past, in as much as their figures take and no more: many are read by few queries. Entry is
 * {@link dev.mongohaul.repository.past.PastImports}.
 */
@NullMarked
package dev.mongohaul.repository.past;

import org.jspecify.annotations.NullMarked;
