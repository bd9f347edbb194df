/**
 * The {@code serve} command's web application: schedules, pages, health and metrics. The entry type is
 * {@link dev.mongohaul.serve.ServeConfiguration}.
 */
@NullMarked
package dev.mongohaul.serve;

import org.jspecify.annotations.NullMarked;
