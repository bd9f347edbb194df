/**
 * Sending of documents: what a writer implements ({@link dev.mongohaul.writer.send.DocumentSender}), what it is given
 * ({@link dev.mongohaul.writer.send.WriteTarget}), and the commands of encoded documents. Knows nothing of outcomes and
 * retries, which are those of {@code writer.delivery}. Imports {@code mongo}.
 */
@NullMarked
package dev.mongohaul.writer.send;

import org.jspecify.annotations.NullMarked;
