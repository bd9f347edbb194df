/**
 * How far an import is from what the server can take, and a stock Spring Batch step from both. Entry is
 * {@link dev.mongohaul.compare.limit.LimitComparison}; {@code cli} imports it.
 */
@NullMarked
package dev.mongohaul.compare.limit;

import org.jspecify.annotations.NullMarked;
