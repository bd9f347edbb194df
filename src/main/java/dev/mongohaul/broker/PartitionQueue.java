package dev.mongohaul.broker;

import java.time.Duration;
import java.util.Optional;

/**
 * Queue of short texts, each of which one receiver handles at a time. A text whose receiver dies is delivered to another one.
 *
 * <p>Texts may be lost, delivered several times, or in another order: a text only invites, and MongoDB decides.
 */
public interface PartitionQueue extends AutoCloseable {

    /**
     * Connects to the broker, unless that has been done.
     *
     * @throws BrokerException if the broker does not answer, or refuses
     */
    void connect();

    /**
     * Adds a text. Thread-safe.
     *
     * @param priority 0 to 9; texts of a higher priority are delivered first
     * @throws BrokerException if the broker does not accept it
     */
    void send(String text, int priority);

    /** Returns a receiver for one thread. */
    Receiver receiver();

    /** Closes the connection. Texts that are not committed are delivered again. */
    @Override
    void close();

    /** Receiver of one thread, which handles one text after the other: {@link #receive}, then commit, roll back or pass on. */
    interface Receiver extends AutoCloseable {

        /**
         * Waits for a text.
         *
         * @return empty if there is none within the timeout, or the broker is away
         */
        Optional<Received> receive(Duration timeout);

        /** Removes the received text from the queue. If the broker is away, the text is delivered again. */
        void commit();

        /** Gives the received text back to the queue, which delivers it again after some seconds. */
        void rollBack();

        /** Gives the received text back under another id; another receiver gets it at once. */
        void passOn();

        @Override
        void close();
    }

    /**
     * Text that was received.
     *
     * @param id the same whenever the same text is delivered again
     * @param text empty for a message that is no short text
     */
    record Received(String id, String text) {}

    /** Exception for a broker that does not answer, or refuses. The message is for users. */
    final class BrokerException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        public BrokerException(String message) {
            super(message);
        }
    }
}
