package dev.mongohaul.mongo.session;

import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;

/** Run that changes documents in sessions. Thread-safe. */
public interface SessionOwner {

    /** Run whose documents nothing else writes. */
    SessionOwner ALONE = new SessionOwner() {
        @Override
        public void check() {}

        @Override
        public void confirm() {}

        @Override
        public void begins(UUID session) {}

        @Override
        public void refusesBelow(Map<UUID, Long> numbers) {}

        @Override
        public void ends(Collection<UUID> sessions) {}
    };

    /**
     * Returns the owner of sessions whose right is confirmed by the server for each block of changes.
     *
     * @param confirm fails if another process has the right to write
     * @param begins saves the id of a session
     * @param refusesBelow lets the servers refuse commands of sessions below a number
     * @param ends lets the servers refuse all commands of sessions
     */
    static SessionOwner confirming(
            Runnable confirm,
            Consumer<UUID> begins,
            Consumer<Map<UUID, Long>> refusesBelow,
            Consumer<Collection<UUID>> ends) {
        return new SessionOwner() {
            @Override
            public void check() {
                confirm.run();
            }

            @Override
            public void confirm() {
                confirm.run();
            }

            @Override
            public void begins(UUID session) {
                begins.accept(session);
            }

            @Override
            public void refusesBelow(Map<UUID, Long> numbers) {
                refusesBelow.accept(numbers);
            }

            @Override
            public void ends(Collection<UUID> sessions) {
                ends.accept(sessions);
            }
        };
    }

    /**
     * Fails if the right to write belongs to another process, as far as this process can know. Called before the commands of
     * each block, and before they are committed.
     */
    void check();

    /** Fails if the right to write belongs to another process; asks the server. */
    void confirm();

    /** Saves the id of a session before it is used. Fails if the right to write belongs to another process. */
    void begins(UUID session);

    /** Lets the servers refuse the commands of sessions whose number is lower than the given one. */
    void refusesBelow(Map<UUID, Long> numbers);

    /** Lets the servers refuse all commands of sessions that are no longer used. */
    void ends(Collection<UUID> sessions);
}
