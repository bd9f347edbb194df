/**
 * The pieces of one try, read and written at the same time: {@link dev.mongohaul.job.piece.ImportPieces} makes the step
 * that has it done. Imported by {@code job.run}.
 */
@NullMarked
package dev.mongohaul.job.piece;

import org.jspecify.annotations.NullMarked;
