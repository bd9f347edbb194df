package dev.mongohaul.job.worker;

import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.job.worker.SimulatedBroker.Message;
import dev.mongohaul.job.worker.VirtualTime.SimulatedProcess;
import dev.mongohaul.repository.claim.Claims;
import dev.mongohaul.repository.claim.PartitionLease;
import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.lease.LeaseLostException;
import dev.mongohaul.repository.lease.PartitionId;
import dev.mongohaul.repository.lease.Rights;
import dev.mongohaul.repository.lease.WriteRight;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.partition.MemoryPartitionStore;
import dev.mongohaul.repository.partition.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Simulation of imports that many workers share, in virtual time. Invitations, claims, leases and their clocks are those of
 * the program. The store of partitions is in memory, the broker is simulated, and a worker writes a block of its partition
 * every half second. Workers and managers crash, workers freeze, and the broker is lost.
 */
public final class ScaleSimulation {

    /** Bytes that a thread imports between two checkpoints. */
    static final long BLOCK = 6_500_000;

    private static final Duration CHECKPOINT = Duration.ofMillis(500);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration SENDING = Duration.ofMillis(10);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(20);
    private static final Duration REPLACEMENT = Duration.ofSeconds(30);
    private static final Duration RESTART = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofDays(30);
    private static final int WINDOW = 64;
    private static final Rights UNUSED = new Rights() {

        @Override
        public void add(WriteRight right) {}

        @Override
        public void remove(WriteRight right) {}
    };

    private final VirtualTime time = new VirtualTime();
    private final MemoryPartitionStore store = new MemoryPartitionStore(time);
    private final SimulatedBroker broker = new SimulatedBroker(time);
    private final Draw draw;
    private final Size size;
    private final List<Manager> managers = new ArrayList<>();
    private final List<Worker> workers = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final long begun = time.nanoTime();
    private long otherCommands;
    private long mostCommands;
    private long blocksWritten;
    private int open;
    private int kills;
    private int freezes;

    private ScaleSimulation(long seed, Size size) {
        this.draw = new Draw(seed);
        this.size = size;
    }

    /**
     * Size of a simulation.
     *
     * @param workers with one thread each
     * @param partitions of each import
     * @param blocks of each partition
     */
    record Size(int imports, int partitions, int blocks, int workers) {

        long bytes() {
            return (long) imports * partitions * blocks * BLOCK;
        }

        Duration ideal() {
            return CHECKPOINT.multipliedBy((long) imports * partitions * blocks).dividedBy(workers);
        }
    }

    /**
     * Faults of a simulation, at random times within the ideal duration.
     *
     * @param freezes of workers, for 1 to 120 s
     * @param losses of the broker, for 1 to 60 s; in every second one its files are lost
     */
    record Faults(int workerCrashes, int freezes, int managerCrashes, int losses) {

        static final Faults NONE = new Faults(0, 0, 0, 0);
    }

    /**
     * Result of a simulation.
     *
     * @param repeated blocks that were written more than once
     * @param commandsPerSecond to MongoDB, on average
     * @param mostCommands within one second
     */
    record Result(
            List<String> violations,
            Duration duration,
            Duration ideal,
            long repeated,
            double commandsPerSecond,
            long mostCommands,
            int kills,
            int freezes) {

        double efficiency() {
            return ideal.toMillis() / (double) duration.toMillis();
        }
    }

    static Result run(long seed, Size size, Faults faults) {
        ScaleSimulation simulation = new ScaleSimulation(seed, size);
        simulation.start(faults);
        while (simulation.open > 0 && simulation.time.step()) {
            if (simulation.passed().compareTo(LONGEST) > 0) {
                simulation.violations.add("the imports do not end");
                break;
            }
        }
        return simulation.result();
    }

    private Duration passed() {
        return Duration.ofNanos(time.nanoTime() - begun);
    }

    private void start(Faults faults) {
        for (int number = 0; number < size.imports(); number++) {
            managers.add(new Manager("import " + number));
        }
        open = managers.size();
        for (int number = 0; number < size.workers(); number++) {
            workers.add(new Worker());
        }
        inject(faults.workerCrashes(), () -> draw.oneOf(workers).crash());
        inject(faults.freezes(), () -> draw.oneOf(workers).freeze(Duration.ofSeconds(draw.between(1, 120))));
        inject(faults.managerCrashes(), () -> draw.oneOf(managers).crash());
        inject(faults.losses(), () -> broker.restart(Duration.ofSeconds(draw.between(1, 60)), draw.chance(0.5)));
        observe(0);
    }

    private void inject(int count, Runnable fault) {
        for (int number = 0; number < count; number++) {
            time.after(Duration.ofMillis((long) (draw.fraction() * size.ideal().toMillis())), fault);
        }
    }

    private void observe(long before) {
        long now = commands();
        mostCommands = Math.max(mostCommands, now - before);
        time.after(SECOND, () -> observe(now));
    }

    private long commands() {
        return store.commands() + otherCommands;
    }

    private Result result() {
        long blocks = size.bytes() / BLOCK;
        return new Result(
                violations,
                passed(),
                size.ideal(),
                blocksWritten - blocks,
                commands() / (double) Math.max(1, passed().toSeconds()),
                mostCommands,
                kills,
                freezes);
    }

    private Optional<Manager> manager(Invitation invitation) {
        return managers.stream()
                .filter(manager -> manager.plan.equals(invitation.plan()))
                .findFirst();
    }

    /** Process that plans an import and watches it. */
    private final class Manager {

        private final String plan;
        private final byte[] collection = new byte[size.partitions() * size.blocks()];
        private final Map<String, List<String>> ownersByOffset = new HashMap<>();
        private final Map<String, Long> doneByOffset = new HashMap<>();
        private SimulatedProcess process = time.new SimulatedProcess();
        private long run;
        private boolean completed;

        Manager(String plan) {
            this.plan = plan;
            List<ImportPartition> tiles = new ArrayList<>();
            for (long index = 0; index < size.partitions(); index++) {
                long from = index * size.blocks() * BLOCK;
                tiles.add(ImportPartition.untouched(from, from + size.blocks() * BLOCK, index));
            }
            begin(tiles);
        }

        private void begin(List<ImportPartition> tiles) {
            run++;
            store.insert(plan, run, tiles, null, tile -> List.of());
            look(new Inviter(plan, run, LEASE, time::nanoTime, (invitation, again) -> broker.send(invitation.text())));
        }

        private void look(Inviter inviter) {
            Progress progress = store.progress(plan, run, WINDOW);
            if (progress.failed() != null) {
                violations.add(plan + " failed: " + Inviter.failure(progress.failed()));
            }
            if (progress.unfinished() == 0) {
                complete();
            } else {
                inviter.invite(progress.waiting());
                process.after(POLL, () -> look(inviter));
            }
        }

        private void complete() {
            completed = true;
            open--;
            for (int block = 0; block < collection.length; block++) {
                if (collection[block] == 0) {
                    violations.add("%s completed without block %d".formatted(plan, block));
                }
            }
            long counted = store.partitions(plan, run).stream()
                    .mapToLong(partition -> partition.counts().read())
                    .sum();
            if (counted != collection.length) {
                violations.add("%s has %d blocks and counted %d".formatted(plan, collection.length, counted));
            }
        }

        boolean isOpen(Invitation invitation) {
            otherCommands++;
            return !completed && invitation.run() == run;
        }

        void write(long offset) {
            collection[(int) (offset / BLOCK)] = 1;
            blocksWritten++;
        }

        /** Records a checkpoint: owners must not alternate, and the progress must not go back. */
        void saved(ImportPartition partition, String token) {
            List<String> owners =
                    ownersByOffset.computeIfAbsent(partition.from() + " " + run, key -> new ArrayList<>());
            if (owners.isEmpty() || !owners.get(owners.size() - 1).equals(token)) {
                if (owners.contains(token)) {
                    violations.add("%s: a former owner has saved partition %d".formatted(plan, partition.from()));
                }
                owners.add(token);
            }
            long before =
                    Objects.requireNonNullElse(doneByOffset.put(partition.from() + " " + run, partition.doneTo()), 0L);
            if (partition.doneTo() <= before) {
                violations.add("%s: partition %d went back from %d to %d"
                        .formatted(plan, partition.from(), before, partition.doneTo()));
            }
        }

        /** Kills the process. Another one takes the partitions from their owners, and cuts what is left. */
        void crash() {
            if (completed || process.isDead()) {
                return;
            }
            kills++;
            process.kill();
            time.after(RESTART, () -> {
                process = time.new SimulatedProcess();
                store.close(plan, run);
                List<ImportPartition> tiles = new ArrayList<>();
                for (ImportPartition partition : store.partitions(plan, run)) {
                    partition.done().ifPresent(tiles::add);
                    if (!partition.finished()) {
                        tiles.add(ImportPartition.untouched(partition.doneTo(), partition.to(), partition.nextLine()));
                    }
                }
                begin(tiles);
            });
        }
    }

    /** Worker with one thread. */
    private final class Worker {

        private final SimulatedProcess process = time.new SimulatedProcess();
        private final Claims claims =
                new Claims(store, UNUSED, "worker", LEASE, LEASE, process.timer(), time::nanoTime);
        private SimulatedBroker.Connection connection = broker.connect(this::received);
        private @Nullable PartitionLease lease;
        private boolean handling;

        Worker() {
            connection.receive();
            process.after(SECOND, this::refresh);
        }

        private void refresh() {
            otherCommands += lease == null ? 0 : 1;
            process.after(SECOND, this::refresh);
        }

        private void received(Message message) {
            if (handling) {
                throw new IllegalStateException("one message at a time");
            }
            handling = true;
            process.after(Duration.ZERO, () -> handle(message));
        }

        private void handle(Message message) {
            Invitation invitation = Invitation.parse(message.text()).orElseThrow();
            Manager manager = manager(invitation).orElseThrow();
            Optional<PartitionLease> claimed = manager.isOpen(invitation)
                    ? claims.claim(invitation.plan(), invitation.run(), invitation.from(), message.id())
                    : Optional.empty();
            if (claimed.isEmpty()) {
                next();
                return;
            }
            lease = claimed.get();
            work(manager, invitation, lease, lease.partition());
        }

        private void next() {
            handling = false;
            if (lease != null) {
                lease.close();
                lease = null;
            }
            connection.commit();
            connection.receive();
        }

        private void work(Manager manager, Invitation invitation, PartitionLease owned, ImportPartition partition) {
            process.after(CHECKPOINT.minus(SENDING), () -> {
                try {
                    owned.check();
                    process.after(SENDING, () -> send(manager, invitation, owned, partition));
                } catch (LeaseLostException e) {
                    next();
                }
            });
        }

        /** Writes a block and saves the checkpoint. A frozen worker does that when it wakes, whoever the owner is. */
        private void send(Manager manager, Invitation invitation, PartitionLease owned, ImportPartition partition) {
            manager.write(partition.doneTo());
            ImportPartition advanced =
                    partition.advanced(partition.doneTo() + BLOCK, partition.nextLine(), new Counts(1, 1, 0, 0, 0));
            boolean ended = advanced.doneTo() == advanced.to();
            ImportPartition saved = ended ? advanced.ended() : advanced;
            PartitionId id = new PartitionId(invitation.plan(), invitation.run(), invitation.from());
            if (!store.save(id, saved, owned.token(), owned.renewal())) {
                owned.lost();
                next();
                return;
            }
            owned.saved(time.nanoTime());
            manager.saved(saved, owned.token());
            if (ended) {
                next();
            } else {
                work(manager, invitation, owned, saved);
            }
        }

        /** Kills the process. The broker notices at once, and another process takes its place later. */
        void crash() {
            if (process.isDead()) {
                return;
            }
            kills++;
            process.kill();
            connection.lost();
            workers.remove(this);
            time.after(REPLACEMENT, () -> workers.add(new Worker()));
        }

        /** Freezes the process. The broker notices when the time to live of the connection has ended. */
        void freeze(Duration duration) {
            if (process.isDead() || process.isFrozen()) {
                return;
            }
            freezes++;
            process.freeze();
            SimulatedBroker.Connection used = connection;
            if (duration.compareTo(TIME_TO_LIVE) > 0) {
                time.after(TIME_TO_LIVE, () -> {
                    used.lost();
                    connection = broker.connect(this::received);
                });
            }
            time.after(duration, () -> {
                process.wake();
                if (!handling) {
                    connection.receive();
                }
            });
        }
    }
}
