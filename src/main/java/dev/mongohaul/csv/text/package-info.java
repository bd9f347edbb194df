/**
 * An input's content as blocks of UTF-8 with the way back to the untranscoded bytes; {@link
 * dev.mongohaul.csv.text.Utf8Blocks} is the entry. Imports {@code csv.input} and is for {@code csv} alone.
 */
@NullMarked
package dev.mongohaul.csv.text;

import org.jspecify.annotations.NullMarked;
