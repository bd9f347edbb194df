/**
 * What of the past nothing needs any more, by age. Entry is {@link dev.mongohaul.repository.keep.OldImports}. Part of
 * {@code repository}, and imports what it may.
 */
@NullMarked
package dev.mongohaul.repository.keep;

import org.jspecify.annotations.NullMarked;
