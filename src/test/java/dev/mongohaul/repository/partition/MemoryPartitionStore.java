package dev.mongohaul.repository.partition;

import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.lease.PartitionId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Store of partitions in memory, which behaves as the one in MongoDB: PartitionStoreContract tests both. It counts the
 * commands that the one in MongoDB would send.
 */
public final class MemoryPartitionStore implements PartitionStore {

    private final InstantSource serverTime;
    private final Map<RunId, Partitions> runs = new HashMap<>();
    private long commands;

    public MemoryPartitionStore(InstantSource serverTime) {
        this.serverTime = serverTime;
    }

    private record RunId(String plan, long run) {}

    /** Partitions of a run, by their offsets. */
    private static final class Partitions {

        private final Map<Long, StoredPartition> finished = new HashMap<>();
        private final TreeMap<Long, StoredPartition> open = new TreeMap<>();
        private Counts counts = Counts.NONE;
        private long bytes;

        void put(StoredPartition partition) {
            long from = partition.id().from();
            StoredPartition before = get(from);
            open.remove(from);
            if (before != null) {
                counts = counts.minus(before.progress().counts());
                bytes -= done(before);
            }
            (partition.progress().finished() ? finished : open).put(from, partition);
            counts = counts.plus(partition.progress().counts());
            bytes += done(partition);
        }

        private static long done(StoredPartition partition) {
            return partition.progress().doneTo() - partition.progress().from();
        }

        @Nullable
        StoredPartition get(long from) {
            StoredPartition found = open.get(from);
            return found == null ? finished.get(from) : found;
        }
    }

    /** Returns the number of commands so far. */
    public synchronized long commands() {
        return commands;
    }

    private Partitions of(String plan, long run) {
        commands++;
        return runs.computeIfAbsent(new RunId(plan, run), id -> new Partitions());
    }

    @Override
    public synchronized void insert(
            String plan,
            long run,
            List<ImportPartition> tiles,
            @Nullable String token,
            Function<ImportPartition, List<StoredSums>> sums) {
        runs.remove(new RunId(plan, run));
        Partitions made = of(plan, run);
        for (int index = 0; index < tiles.size(); index++) {
            made.put(StoredPartition.of(plan, run, index, tiles.get(index), token));
        }
    }

    /** Returns the partitions of a run in their order. */
    public synchronized List<ImportPartition> partitions(String plan, long run) {
        Partitions found = of(plan, run);
        List<StoredPartition> all = new ArrayList<>(found.open.values());
        all.addAll(found.finished.values());
        return all.stream()
                .sorted(Comparator.comparingInt(StoredPartition::index))
                .map(StoredPartition::progress)
                .toList();
    }

    @Override
    public synchronized void close(String plan, long run) {
        Partitions found = of(plan, run);
        List.copyOf(found.open.values())
                .forEach(partition -> found.put(
                        new Change(partition).owner(null, null).closed().made()));
    }

    @Override
    public synchronized Optional<StoredPartition> claim(
            PartitionId partition, String invitation, String worker, Duration duration) {
        Partitions found = of(partition.plan(), partition.run());
        return Optional.ofNullable(found.open.get(partition.from()))
                .filter(open -> isFree(open, invitation))
                .map(open -> claim(found, open, invitation, worker, duration));
    }

    @Override
    public synchronized Optional<StoredPartition> claimAny(String plan, long run, String worker, Duration duration) {
        Partitions found = of(plan, run);
        String invitation = "none " + UUID.randomUUID();
        return found.open.descendingMap().values().stream()
                .filter(open -> isFree(open, invitation))
                .findFirst()
                .map(open -> claim(found, open, invitation, worker, duration));
    }

    private boolean isFree(StoredPartition open, String invitation) {
        return open.closed() == null
                && !isHopeless(open)
                && (open.token() == null || invitation.equals(open.invitation()) || isExpired(open));
    }

    private static boolean isHopeless(StoredPartition open) {
        return Boolean.TRUE.equals(open.fatal()) || Objects.requireNonNullElse(open.attempts(), 0) >= MOST_ATTEMPTS;
    }

    private boolean isExpired(StoredPartition open) {
        return open.token() != null
                && open.expiresAt() != null
                && open.expiresAt().isBefore(serverTime.instant());
    }

    private StoredPartition claim(
            Partitions run, StoredPartition open, String invitation, String worker, Duration duration) {
        Instant now = serverTime.instant();
        List<Takeover> takeovers = new ArrayList<>(Objects.requireNonNullElse(open.takeovers(), List.of()));
        if (open.token() != null) {
            takeovers.add(new Takeover(
                    String.valueOf(open.worker()),
                    now,
                    invitation.equals(open.invitation()) ? Takeover.REDELIVERED : Takeover.EXPIRED));
        }
        StoredPartition claimed = new StoredPartition(
                open.id(),
                open.index(),
                open.progress(),
                UUID.randomUUID().toString(),
                invitation,
                worker,
                now.plus(duration),
                Objects.requireNonNullElse(open.attempts(), 0) + 1,
                open.failure(),
                null,
                null,
                open.step(),
                open.touched(),
                open.sessions(),
                List.copyOf(takeovers));
        run.put(claimed);
        return claimed;
    }

    @Override
    public synchronized boolean save(
            PartitionId partition, ImportPartition progress, String token, @Nullable Duration duration) {
        return update(partition, token, change -> change.progress(progress, duration));
    }

    @Override
    public synchronized boolean renew(PartitionId partition, String token, Duration duration, Duration timeout) {
        return update(partition, token, change -> change.expires(duration));
    }

    @Override
    public synchronized void release(PartitionId partition, String token, @Nullable String failure, boolean fatal) {
        update(partition, token, change -> change.owner(null, null).failed(failure, fatal));
    }

    @Override
    public synchronized boolean saveStep(PartitionId partition, long step, String token) {
        return update(partition, token, change -> change.step(step));
    }

    @Override
    public synchronized boolean isOwned(PartitionId partition, String token) {
        return update(partition, token, change -> change);
    }

    @Override
    public synchronized boolean addSession(PartitionId partition, UUID session, String token) {
        return update(partition, token, change -> change.session(session));
    }

    private boolean update(PartitionId id, String token, Function<Change, Change> change) {
        Partitions run = of(id.plan(), id.run());
        StoredPartition found = run.get(id.from());
        if (found == null || !token.equals(found.token())) {
            return false;
        }
        run.put(change.apply(new Change(found)).made());
        return true;
    }

    @Override
    public synchronized Progress progress(String plan, long run, int most) {
        Partitions found = of(plan, run);
        List<WaitingPartition> waiting = found.open.values().stream()
                .filter(open -> !isClaimed(open))
                .map(MemoryPartitionStore::waiting)
                .toList();
        return new Progress(
                found.counts,
                found.bytes,
                found.open.size(),
                found.open.size() - waiting.size(),
                found.open.values().stream()
                        .filter(open -> !isClaimed(open) && isHopeless(open))
                        .map(MemoryPartitionStore::waiting)
                        .findFirst()
                        .orElse(null),
                waiting.stream().limit(most).toList());
    }

    private static WaitingPartition waiting(StoredPartition open) {
        return new WaitingPartition(
                open.id().from(),
                open.progress().to(),
                open.token() != null,
                Objects.requireNonNullElse(open.attempts(), 0),
                Boolean.TRUE.equals(open.fatal()),
                open.worker(),
                open.failure());
    }

    private boolean isClaimed(StoredPartition open) {
        return open.token() != null
                && open.expiresAt() != null
                && open.expiresAt().isAfter(serverTime.instant());
    }

    @Override
    public List<StoredSums> sums(PartitionId partition) {
        return List.of();
    }

    @Override
    public List<SharedPartition> shared(String plan, long run) {
        throw new UnsupportedOperationException("for pages only");
    }

    /** Change of a partition. */
    private final class Change {

        private final StoredPartition before;
        private ImportPartition progress;
        private @Nullable String token;
        private @Nullable Instant expiresAt;
        private @Nullable Integer attempts;
        private @Nullable String failure;
        private @Nullable Boolean fatal;
        private @Nullable Boolean closed;
        private @Nullable Long step;
        private List<UUID> sessions;

        Change(StoredPartition before) {
            this.before = before;
            this.progress = before.progress();
            this.token = before.token();
            this.expiresAt = before.expiresAt();
            this.attempts = before.attempts();
            this.failure = before.failure();
            this.fatal = before.fatal();
            this.closed = before.closed();
            this.step = before.step();
            this.sessions = before.sessions();
        }

        Change owner(@Nullable String newToken, @Nullable Instant until) {
            token = newToken;
            expiresAt = until;
            return this;
        }

        Change closed() {
            closed = true;
            return this;
        }

        Change expires(Duration duration) {
            expiresAt = serverTime.instant().plus(duration);
            return this;
        }

        Change progress(ImportPartition next, @Nullable Duration duration) {
            if (duration != null) {
                expires(duration);
                attempts = next.doneTo() == progress.doneTo() ? attempts : Integer.valueOf(0);
            }
            progress = next;
            return this;
        }

        Change failed(@Nullable String reason, boolean forGood) {
            failure = reason == null ? failure : reason;
            fatal = forGood ? Boolean.TRUE : fatal;
            return this;
        }

        Change step(long number) {
            step = number;
            return this;
        }

        Change session(UUID session) {
            sessions = new ArrayList<>(sessions);
            sessions.add(session);
            return this;
        }

        StoredPartition made() {
            return new StoredPartition(
                    before.id(),
                    before.index(),
                    progress,
                    token,
                    before.invitation(),
                    before.worker(),
                    expiresAt,
                    attempts,
                    failure,
                    fatal,
                    closed,
                    step,
                    before.touched(),
                    sessions,
                    before.takeovers());
        }
    }
}
