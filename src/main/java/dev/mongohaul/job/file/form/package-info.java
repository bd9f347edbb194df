/**
 * The kinds of settings: how each is read from a node, written back, described to people and to editors.
 * {@link dev.mongohaul.job.file.form.Form} is the contract. Imports {@code job.file.setting}, {@code job.file.yaml}
 * and, for the name that somebody may have meant, {@code mapping.layout}.
 */
@NullMarked
package dev.mongohaul.job.file.form;

import org.jspecify.annotations.NullMarked;
