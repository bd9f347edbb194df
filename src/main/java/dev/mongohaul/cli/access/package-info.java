/** Commands for who may use {@code serve}: users of the pages, and tokens of programs. */
@NullMarked
package dev.mongohaul.cli.access;

import org.jspecify.annotations.NullMarked;
