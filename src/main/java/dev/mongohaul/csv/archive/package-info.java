/**
 * Files in archives as inputs; entry is {@link dev.mongohaul.csv.archive.Archives}. No file is written anywhere, and no name
 * in an archive is used as a path. Imports {@code csv.input}, {@code
 * csv.place} and {@code text} only.
 */
@NullMarked
package dev.mongohaul.csv.archive;

import org.jspecify.annotations.NullMarked;
