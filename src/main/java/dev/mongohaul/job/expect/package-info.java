/**
 * Completeness of files, by what their sender tells about them: markers, checksums, numbers of records and control sums.
 * Entry is {@link dev.mongohaul.job.expect.Expected}.
 */
@NullMarked
package dev.mongohaul.job.expect;

import org.jspecify.annotations.NullMarked;
