/**
 * Delivery of the chunks of all writers: judging, comparing, planning, retries after transient errors, and the outcome of
 * each document. Entry type: {@link dev.mongohaul.writer.delivery.ChunkWriter}. Calls go down to {@code writer.send}, and
 * never back.
 */
@NullMarked
package dev.mongohaul.writer.delivery;

import org.jspecify.annotations.NullMarked;
