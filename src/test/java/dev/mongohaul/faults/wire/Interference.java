package dev.mongohaul.faults.wire;

/** Decides what the proxy does with commands. May be called by several connections at once, and may block them. */
public interface Interference {

    /** Decides about a command of the application before the server receives it. */
    Verdict decide(WireCommand command) throws InterruptedException;
}
