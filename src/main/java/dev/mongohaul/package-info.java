/** The program's entry; what it does is in the packages below, {@code cli} first. */
@NullMarked
package dev.mongohaul;

import org.jspecify.annotations.NullMarked;
