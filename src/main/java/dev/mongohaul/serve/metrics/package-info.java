/**
 * Figures for whoever watches the program, at {@code /actuator/prometheus}. Entry is {@link
 * dev.mongohaul.serve.metrics.MetricsConfiguration}. Part of {@code serve}, and imports what it may.
 */
@NullMarked
package dev.mongohaul.serve.metrics;

import org.jspecify.annotations.NullMarked;
