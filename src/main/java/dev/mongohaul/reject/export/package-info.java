/**
 * Rejects as files for people: {@link dev.mongohaul.reject.export.RejectExport} leaves both files of an import,
 * {@link dev.mongohaul.reject.export.RejectedCsv} writes the CSV alone. Part of {@code reject}, and imports what it may.
 */
@NullMarked
package dev.mongohaul.reject.export;

import org.jspecify.annotations.NullMarked;
