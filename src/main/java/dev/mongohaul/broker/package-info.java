/** Queue by which workers on several machines receive partitions. Entry is {@link dev.mongohaul.broker.PartitionQueue}. */
@NullMarked
package dev.mongohaul.broker;

import org.jspecify.annotations.NullMarked;
