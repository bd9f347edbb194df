/** What all comparisons measure with: the server, child processes of this program, their progress, and figures. */
@NullMarked
package dev.mongohaul.compare.run;

import org.jspecify.annotations.NullMarked;
