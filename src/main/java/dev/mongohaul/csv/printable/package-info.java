/**
 * Text of strangers, made fit to be shown: {@link dev.mongohaul.csv.printable.Printable}. Imports nothing; for whoever
 * may import {@code csv} and puts file names, headers or cells into a message.
 */
@NullMarked
package dev.mongohaul.csv.printable;

import org.jspecify.annotations.NullMarked;
