package dev.mongohaul.faults.wire;

/** What the proxy does with a command. */
public sealed interface Verdict {

    Verdict PASS = new Pass();
    Verdict CUT_REQUEST = new CutRequest();
    Verdict CUT_REPLY = new CutReply();

    /** Nothing. */
    record Pass() implements Verdict {}

    /** The connection breaks before the server gets it. */
    record CutRequest() implements Verdict {}

    /** The server carries it out, and the connection breaks before its answer. */
    record CutReply() implements Verdict {}

    /** It is answered with this error, and the server never gets it. */
    record Refuse(int code) implements Verdict {}

    /** The server's answer waits until the gate says what to do with it: {@link #PASS} or {@link #CUT_REPLY}. */
    record HoldReply(Gate gate) implements Verdict {}

    /** Waits, and then decides. */
    interface Gate {
        Verdict await() throws InterruptedException;
    }
}
