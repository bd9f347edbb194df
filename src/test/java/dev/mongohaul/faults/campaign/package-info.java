/**
 * The campaigns. Each injects its own kind of fault into imports. Entry is
 * {@link dev.mongohaul.faults.campaign.Campaigns}.
 */
@NullMarked
package dev.mongohaul.faults.campaign;

import org.jspecify.annotations.NullMarked;
