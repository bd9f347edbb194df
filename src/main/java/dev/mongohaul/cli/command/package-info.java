/**
 * One class for each command that a person can give. They are found by {@link dev.mongohaul.cli.MongohaulCommand}, which
 * loads no class of theirs that needs Spring; nobody else imports them.
 */
@NullMarked
package dev.mongohaul.cli.command;

import org.jspecify.annotations.NullMarked;
