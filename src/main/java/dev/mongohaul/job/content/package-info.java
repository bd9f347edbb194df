/**
 * What a job would insert, for whoever does it by other means than an import. Entry is
 * {@link dev.mongohaul.job.content.InsertContent}; {@code compare} imports it.
 */
@NullMarked
package dev.mongohaul.job.content;

import org.jspecify.annotations.NullMarked;
