/** Imports that pages start, on threads of their own. */
@NullMarked
package dev.mongohaul.job.launch.background;

import org.jspecify.annotations.NullMarked;
