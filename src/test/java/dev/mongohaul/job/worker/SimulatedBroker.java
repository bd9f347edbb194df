package dev.mongohaul.job.worker;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Queue of a broker in virtual time, with the guarantees of {@link dev.mongohaul.broker.PartitionQueue}. */
final class SimulatedBroker {

    private static final Duration NETWORK = Duration.ofMillis(1);
    private static final Duration REDELIVERY = Duration.ofSeconds(5);

    private final VirtualTime time;
    private final Deque<Message> queue = new ArrayDeque<>();
    private final Deque<Connection> waiting = new ArrayDeque<>();
    private final Map<Connection, Message> delivered = new HashMap<>();
    private long numbers;
    private boolean down;

    SimulatedBroker(VirtualTime time) {
        this.time = time;
    }

    record Message(String id, String text) {}

    /** Connection of one receiver. */
    final class Connection {

        private final Consumer<Message> receiver;
        private boolean asked;
        private boolean gone;

        private Connection(Consumer<Message> receiver) {
            this.receiver = receiver;
        }

        /** Asks for the next message, and gives up those that were neither committed nor rolled back. */
        void receive() {
            if (!asked) {
                asked = true;
                waiting.add(this);
                deliver();
            }
        }

        /** Removes the message, unless the broker has taken it back already. */
        void commit() {
            if (!down) {
                delivered.remove(this);
            }
        }

        void rollBack() {
            Message message = down ? null : delivered.remove(this);
            if (message != null) {
                time.after(REDELIVERY, () -> add(message));
            }
        }

        /** The broker notices that the receiver is gone: its message is delivered to another one. */
        void lost() {
            waiting.remove(this);
            gone = true;
            Message message = delivered.remove(this);
            if (message != null) {
                queue.addFirst(message);
                deliver();
            }
        }
    }

    Connection connect(Consumer<Message> receiver) {
        return new Connection(receiver);
    }

    /** Returns whether the message was accepted. */
    boolean send(String text) {
        if (!down) {
            add(new Message("message " + ++numbers, text));
        }
        return !down;
    }

    private void add(Message message) {
        queue.add(message);
        deliver();
    }

    private void deliver() {
        while (!down && !queue.isEmpty() && !waiting.isEmpty()) {
            Connection next = waiting.poll();
            Message message = queue.poll();
            delivered.put(next, message);
            time.after(NETWORK, () -> arrive(message, next));
        }
    }

    /** A message whose broker has ended meanwhile does not arrive, and the receiver asks again. */
    private void arrive(Message message, Connection receiver) {
        if (receiver.gone) {
            return;
        }
        receiver.asked = false;
        if (message.equals(delivered.get(receiver))) {
            receiver.receiver.accept(message);
        } else {
            receiver.receive();
        }
    }

    /** Ends the broker for a time. What was received and not committed is delivered again, unless its files are lost. */
    void restart(Duration pause, boolean wiped) {
        if (down) {
            return;
        }
        down = true;
        List<Message> again = new ArrayList<>(delivered.values());
        delivered.clear();
        time.after(pause, () -> {
            down = false;
            if (wiped) {
                queue.clear();
            } else {
                again.forEach(queue::addFirst);
            }
            deliver();
        });
    }
}
