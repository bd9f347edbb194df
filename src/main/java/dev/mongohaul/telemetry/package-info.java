/**
 * Metrics and traces of an import that a command runs: sent by OTLP or to a Pushgateway, because nothing can scrape a process
 * that soon ends. The entry type is {@link dev.mongohaul.telemetry.Telemetry}; it is loaded only if the environment names a
 * receiver.
 */
@NullMarked
package dev.mongohaul.telemetry;

import org.jspecify.annotations.NullMarked;
