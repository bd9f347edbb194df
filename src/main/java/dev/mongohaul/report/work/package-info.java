/** Work that processes share: partitions, takeovers and workers. */
@NullMarked
package dev.mongohaul.report.work;

import org.jspecify.annotations.NullMarked;
