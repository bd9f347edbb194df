/**
 * Delivery of the chunks of all writers: planning, sending, retries after transient errors, and the outcome of each
 * document. Entry type: {@link dev.mongohaul.writer.delivery.DocumentItemWriter}, which the writers extend.
 */
@NullMarked
package dev.mongohaul.writer.delivery;

import org.jspecify.annotations.NullMarked;
