/**
 * Dry run of an import, without a server: the same reader, mapping and chunks, and no writes. Entry is
 * {@link dev.mongohaul.check.CheckLauncher}.
 */
@NullMarked
package dev.mongohaul.check;

import org.jspecify.annotations.NullMarked;
