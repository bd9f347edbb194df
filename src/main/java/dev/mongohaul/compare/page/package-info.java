/** Page of a comparison with its charts. */
@NullMarked
package dev.mongohaul.compare.page;

import org.jspecify.annotations.NullMarked;
