/**
 * Comparison of an input with its target, before an import ({@code diff}) and after it ({@code verify}). It writes nothing to
 * MongoDB. Entry is {@link dev.mongohaul.prove.Prover}.
 */
@NullMarked
package dev.mongohaul.prove;

import org.jspecify.annotations.NullMarked;
