/** Export of rejects to CSV files that can be corrected and imported. */
@NullMarked
package dev.mongohaul.reject.export;

import org.jspecify.annotations.NullMarked;
