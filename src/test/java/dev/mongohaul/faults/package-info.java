/**
 * Real processes and real servers, killed, paused and cut off, and what must hold afterwards. Entry is
 * {@link dev.mongohaul.faults.FaultCampaign}; {@link dev.mongohaul.faults.FaultsIT} is a short selection.
 */
@NullMarked
package dev.mongohaul.faults;

import org.jspecify.annotations.NullMarked;
