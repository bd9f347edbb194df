/**
 * Comparison of an import with the server's limit and with a stock Spring Batch step, for {@code docs/speed.md}. The script
 * {@code src/bench/limit} starts {@link dev.mongohaul.bench.limit.LimitBenchmark}.
 */
@NullMarked
package dev.mongohaul.bench.limit;

import org.jspecify.annotations.NullMarked;
