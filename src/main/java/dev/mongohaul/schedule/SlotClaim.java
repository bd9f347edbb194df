package dev.mongohaul.schedule;

/**
 * Claim of a process on a slot; a process with another token has lost it.
 *
 * @param token random for each claim
 * @param takenOver whether another process had the slot before and died
 */
public record SlotClaim(Slot slot, String token, boolean takenOver) {}
