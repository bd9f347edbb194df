/**
 * The interchangeable ItemWriters: one small class for each way to send a chunk to MongoDB, one contract for all
 * ({@link dev.mongohaul.writer.DocumentItemWriter}), one outcome per document. Imports {@code mapping} and {@code mongo}.
 */
@NullMarked
package dev.mongohaul.writer;

import org.jspecify.annotations.NullMarked;
