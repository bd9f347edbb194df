/**
 * One cell of a suite measured once: an import into a database that is thrown away, by connections that count, or that lead
 * through a delay. Entry is {@link dev.mongohaul.compare.run.CaseRunner}.
 */
@NullMarked
package dev.mongohaul.compare.run;

import org.jspecify.annotations.NullMarked;
