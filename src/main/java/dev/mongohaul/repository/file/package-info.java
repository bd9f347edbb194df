/** What is known of the files of jobs. */
@NullMarked
package dev.mongohaul.repository.file;

import org.jspecify.annotations.NullMarked;
