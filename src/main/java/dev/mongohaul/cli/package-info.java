/**
 * The program's command line, the only package that prints. Entry is {@link dev.mongohaul.cli.MongohaulCommand}; nobody
 * imports it but {@code main}.
 */
@NullMarked
package dev.mongohaul.cli;

import org.jspecify.annotations.NullMarked;
