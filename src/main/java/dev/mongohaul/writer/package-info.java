/**
 * Interchangeable writers, one for each way to send a chunk to MongoDB, listed by {@link dev.mongohaul.writer.WriterType}.
 * Each is a {@link dev.mongohaul.writer.send.DocumentSender}. Imports {@code mapping} and {@code mongo}.
 */
@NullMarked
package dev.mongohaul.writer;

import org.jspecify.annotations.NullMarked;
