/**
 * Where the columns of a file stand in the document, and every rule that a header or a job file can break. Entry type
 * is {@link dev.mongohaul.mapping.layout.Layout}; for {@code mapping} alone, but for
 * {@link dev.mongohaul.text.NearestName}, which {@code job} asks as well.
 */
@NullMarked
package dev.mongohaul.mapping.layout;

import org.jspecify.annotations.NullMarked;
