/**
 * Imports of the files of a folder, each alone, and what became of each file. Start reading at {@link
 * dev.mongohaul.job.launch.each.FileByFile}.
 */
@NullMarked
package dev.mongohaul.job.launch.each;

import org.jspecify.annotations.NullMarked;
