/**
 * Has the past forgotten while the program serves. Entry is {@link dev.mongohaul.serve.keep.HousekeepingConfiguration}.
 * Part of {@code serve}, and imports what it may.
 */
@NullMarked
package dev.mongohaul.serve.keep;

import org.jspecify.annotations.NullMarked;
