package dev.mongohaul.broker;

import java.time.Duration;
import java.util.Optional;

/** Receiver of one thread, which handles one text after the other: {@link #receive}, then commit, roll back or pass on. */
public interface QueueReceiver extends AutoCloseable {

    /**
     * Waits for a text.
     *
     * @return empty if there is none within the timeout, or the broker is away
     */
    Optional<ReceivedMessage> receive(Duration timeout);

    /** Removes the received text from the queue. If the broker is away, the text is delivered again. */
    void commit();

    /** Gives the received text back to the queue, which delivers it again after some seconds. */
    void rollBack();

    /** Gives the received text back under another id; another receiver gets it at once. */
    void passOn();

    @Override
    void close();
}
