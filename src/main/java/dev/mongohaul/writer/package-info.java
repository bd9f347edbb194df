/**
 * Interchangeable ItemWriters, one for each way to send a chunk to MongoDB, listed by {@link
 * dev.mongohaul.writer.WriterType}, one contract for all ({@link dev.mongohaul.writer.delivery.DocumentItemWriter}). Imports
 * {@code mapping} and {@code mongo}.
 */
@NullMarked
package dev.mongohaul.writer;

import org.jspecify.annotations.NullMarked;
