/** The servers that a cell's documents go to. Entry is {@link dev.mongohaul.compare.host.Hosts}. */
@NullMarked
package dev.mongohaul.compare.host;

import org.jspecify.annotations.NullMarked;
