/** Parts that several commands share: their base, options, and the runners of imports and undos. */
@NullMarked
package dev.mongohaul.cli.run;

import org.jspecify.annotations.NullMarked;
