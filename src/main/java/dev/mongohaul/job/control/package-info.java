/**
 * What people ask for, the same from the command line and from pages: an import, its restart, stop and end. Entries are
 * {@link dev.mongohaul.job.control.AskedImport} and {@link dev.mongohaul.job.control.RunControl}.
 */
@NullMarked
package dev.mongohaul.job.control;

import org.jspecify.annotations.NullMarked;
