/**
 * What a document is rendered as: a {@link dev.mongohaul.mapping.render.ValueSink} takes typed values in the
 * document's order and makes BSON bytes or a {@code Document} of them. For {@code mapping} and its types alone.
 */
@NullMarked
package dev.mongohaul.mapping.render;

import org.jspecify.annotations.NullMarked;
