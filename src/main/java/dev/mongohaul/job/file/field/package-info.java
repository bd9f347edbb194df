/**
 * What a job file says about a column: {@link dev.mongohaul.job.file.field.Field}, its type and its place in the
 * document. Imports {@code job.file.setting} and {@code mapping.spec}.
 */
@NullMarked
package dev.mongohaul.job.file.field;

import org.jspecify.annotations.NullMarked;
