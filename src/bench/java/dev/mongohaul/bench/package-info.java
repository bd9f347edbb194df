/** Benchmarks of what takes the client's time: {@code mvn -Pbench}, {@code mvn -Pbench -Dbench=CellType -Dbench.options="-p type=INSTANT"}. */
@NullMarked
package dev.mongohaul.bench;

import org.jspecify.annotations.NullMarked;
