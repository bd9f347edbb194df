/**
 * An import as somebody would write it with Spring Batch's own classes and documentation alone, to compare with. Entry is
 * {@link dev.mongohaul.compare.stock.StockStep}.
 */
@NullMarked
package dev.mongohaul.compare.stock;

import org.jspecify.annotations.NullMarked;
