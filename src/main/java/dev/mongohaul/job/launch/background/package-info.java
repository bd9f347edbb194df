/** Imports that pages and programs start, on threads of their own. */
@NullMarked
package dev.mongohaul.job.launch.background;

import org.jspecify.annotations.NullMarked;
