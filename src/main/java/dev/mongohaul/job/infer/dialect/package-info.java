/**
 * How the bytes of strangers are records: charset, delimiter, quote, lines before the header. Entries are {@link
 * dev.mongohaul.job.infer.dialect.CharsetGuess} and {@link dev.mongohaul.job.infer.dialect.DialectGuess}; for {@code
 * job.infer}.
 */
@NullMarked
package dev.mongohaul.job.infer.dialect;

import org.jspecify.annotations.NullMarked;
