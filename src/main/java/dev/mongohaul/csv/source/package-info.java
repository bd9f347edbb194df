/**
 * Kinds of sources, which find objects by their names: local files and standard input; entry is {@link
 * dev.mongohaul.csv.source.InputSources}. Imports {@code
 * csv.input}, {@code csv.place} and {@code text} only.
 */
@NullMarked
package dev.mongohaul.csv.source;

import org.jspecify.annotations.NullMarked;
