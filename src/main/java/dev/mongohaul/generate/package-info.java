/** Seeded sample data; {@link dev.mongohaul.generate.SampleData} is the way in. Imports no other package. */
@NullMarked
package dev.mongohaul.generate;

import org.jspecify.annotations.NullMarked;
