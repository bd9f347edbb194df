/**
 * The campaigns: each gets in the way of an import in its own manner. Entry is
 * {@link dev.mongohaul.faults.campaign.Campaigns}.
 */
@NullMarked
package dev.mongohaul.faults.campaign;

import org.jspecify.annotations.NullMarked;
