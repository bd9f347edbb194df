/**
 * Encoder of the writer {@code raw}: Jackson and bson4jackson, one generator for each chunk, into the same bytes that the
 * driver and Spring Data would store. Entry type: {@link dev.mongohaul.writer.raw.ChunkEncoder}; imports nothing of
 * ours, and is for {@code writer} and {@code library} alone.
 */
@NullMarked
package dev.mongohaul.writer.raw;

import org.jspecify.annotations.NullMarked;
