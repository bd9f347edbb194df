package dev.mongohaul.broker;

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
     * @throws BrokerException if the broker does not accept it
     */
    void send(String text);

    /** Returns a receiver for one thread. */
    QueueReceiver receiver();

    /** Closes the connection. Texts that are not committed are delivered again. */
    @Override
    void close();
}
