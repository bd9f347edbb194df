package dev.mongohaul.faults.wire;

/** Decides what becomes of commands. Asked by one connection at a time; may keep the caller waiting. */
public interface Interference {

    /** For a command of the application, before the server gets it. */
    Verdict meet(WireCommand command) throws InterruptedException;
}
