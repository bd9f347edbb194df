/**
 * Dry run of an import without a server: same reader, mapping and chunks, no writes. Entry is {@link
 * dev.mongohaul.check.CheckLauncher}.
 */
@NullMarked
package dev.mongohaul.check;

import org.jspecify.annotations.NullMarked;
