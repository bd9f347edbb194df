package dev.mongohaul.schedule;

/**
 * That a process has a slot; whoever has another token has it no more.
 *
 * @param token drawn anew for each claim
 * @param takenOver whether another process had it before, and died
 */
public record SlotClaim(Slot slot, String token, boolean takenOver) {}
