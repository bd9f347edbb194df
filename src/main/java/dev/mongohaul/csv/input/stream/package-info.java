/**
 * The bytes of one file as a stream, plain or unpacked, which ends in words where the file changes, is damaged or is a
 * bomb: {@link dev.mongohaul.csv.input.stream.FileStreams}. Imports {@code csv.printable} alone; for {@code csv}, and for
 * whoever asks how a file is packed.
 */
@NullMarked
package dev.mongohaul.csv.input.stream;

import org.jspecify.annotations.NullMarked;
