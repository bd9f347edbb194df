/**
 * Places of a file's columns in the document, and the rules that a header or a job file can break. Entry type is
 * {@link dev.mongohaul.mapping.layout.Layout}; for {@code mapping} only.
 */
@NullMarked
package dev.mongohaul.mapping.layout;

import org.jspecify.annotations.NullMarked;
