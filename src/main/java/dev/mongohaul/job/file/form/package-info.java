/**
 * The kinds of settings: how each is read from a node, written back, described to people and to editors.
 * {@link dev.mongohaul.job.file.form.Form} is the contract. Imports {@code job.file.setting} and {@code job.file.yaml}.
 */
@NullMarked
package dev.mongohaul.job.file.form;

import org.jspecify.annotations.NullMarked;
