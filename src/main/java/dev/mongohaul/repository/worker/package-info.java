/** Workers that share imports: what they announce of themselves. */
@NullMarked
package dev.mongohaul.repository.worker;

import org.jspecify.annotations.NullMarked;
