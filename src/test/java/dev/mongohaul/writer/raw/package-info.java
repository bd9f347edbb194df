/** The tests of {@code writer.raw}: what the driver's codec and Spring Data's converter store is what has to come out. */
@NullMarked
package dev.mongohaul.writer.raw;

import org.jspecify.annotations.NullMarked;
