/** What a command works with: surroundings, settings, the folder of jobs, the server and its connection. */
@NullMarked
package dev.mongohaul.cli.session;

import org.jspecify.annotations.NullMarked;
