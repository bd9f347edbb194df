/**
 * Comparison of an import with the server's limit and with a stock Spring Batch step. Entry is
 * {@link dev.mongohaul.compare.limit.LimitComparison}.
 */
@NullMarked
package dev.mongohaul.compare.limit;

import org.jspecify.annotations.NullMarked;
