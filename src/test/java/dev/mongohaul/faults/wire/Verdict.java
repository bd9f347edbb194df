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

    /** It replaces bytes of the reply by as many others, both given as characters of Latin-1. */
    record Replace(String from, String to) implements Verdict {

        /** Replaces an error code, of the command or of single documents, by another one. */
        public static Replace code(int from, int to) {
            return new Replace(int32("code", from), int32("code", to));
        }

        /** Returns the bytes of a field of BSON. */
        public static String int32(String name, int value) {
            StringBuilder field = new StringBuilder("\u0010").append(name).append('\0');
            for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
                field.append((char) (value >> shift & 0xFF));
            }
            return field.toString();
        }
    }

    /** It holds the server's reply until the gate returns {@link #PASS} or {@link #CUT_REPLY}. */
    record HoldReply(Gate gate) implements Verdict {}

    /** Blocks until the verdict is known. */
    interface Gate {
        Verdict await() throws InterruptedException;

        /** Called in place of {@link #await} if the server had closed the connection, so that it never gets the command. */
        default void lost() {}
    }
}
