package dev.mongohaul.faults.wire;

/** What the proxy does with a command. */
public sealed interface Verdict {

    Verdict PASS = new Pass();
    Verdict CUT_REQUEST = new CutRequest();
    Verdict CUT_REPLY = new CutReply();

    /** It forwards the command and the reply. */
    record Pass() implements Verdict {}

    /** It closes the connection before the server receives the command. */
    record CutRequest() implements Verdict {}

    /** It closes the connection after the server executed the command, before the reply. */
    record CutReply() implements Verdict {}

    /** It replies with this error, and does not forward the command. */
    record Refuse(int code) implements Verdict {}

    /** It replaces this error code in the reply, of the command or of single documents, by another one. */
    record Recode(int from, int to) implements Verdict {}

    /** It holds the server's reply until the gate returns {@link #PASS} or {@link #CUT_REPLY}. */
    record HoldReply(Gate gate) implements Verdict {}

    /** Blocks until the verdict is known. */
    interface Gate {
        Verdict await() throws InterruptedException;
    }
}
