/**
 * The dashboard: pages of jobs, imports and experiments, which start, stop, restart and abandon imports. Entry is
 * {@link dev.mongohaul.serve.page.PageConfiguration}. Part of {@code serve}, and imports what it may.
 */
@NullMarked
package dev.mongohaul.serve.page;

import org.jspecify.annotations.NullMarked;
