/** Foreign text (file names, headers, fields) made fit to print. Any package may import it; it imports none. */
@NullMarked
package dev.mongohaul.text;

import org.jspecify.annotations.NullMarked;
