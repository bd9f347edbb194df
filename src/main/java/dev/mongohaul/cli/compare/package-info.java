/**
 * The commands that measure: {@code mongohaul compare} and its suites. Entry is
 * {@link dev.mongohaul.cli.compare.CompareCommand}.
 */
@NullMarked
package dev.mongohaul.cli.compare;

import org.jspecify.annotations.NullMarked;
