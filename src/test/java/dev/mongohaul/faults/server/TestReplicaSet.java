package dev.mongohaul.faults.server;

import com.mongodb.MongoException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoSocketException;
import com.mongodb.ReadConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.bson.Document;
import org.springframework.util.FileSystemUtils;

/** A replica set of one or three servers below {@code target/} that elects a primary within two seconds. */
public final class TestReplicaSet implements AutoCloseable {

    static final String NAME = "faults";

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** NotWritablePrimary, PrimarySteppedDown, InterruptedDueToReplStateChange. */
    private static final Set<Integer> ELECTION_CODES = Set.of(10107, 189, 11602);

    private final Path folder;
    private final List<Mongod> members = new ArrayList<>();
    private MongoClient client;

    private TestReplicaSet(Path folder) {
        this.folder = folder;
    }

    /** Starts the servers, and waits for a primary. The folder is deleted first, and when the set is closed. */
    public static TestReplicaSet start(Path folder, int members) {
        TestReplicaSet set = new TestReplicaSet(folder.toAbsolutePath());
        set.removeFolder();
        for (int number = 0; number < members; number++) {
            set.members.add(Mongod.start(set.folder.resolve("node" + number)));
        }
        set.initiate();
        set.client = MongoClients.create(set.uri() + "&serverSelectionTimeoutMS=60000");
        set.awaitPrimary();
        return set;
    }

    private void initiate() {
        List<Document> configured = new ArrayList<>();
        for (Mongod member : members) {
            configured.add(new Document("_id", configured.size()).append("host", member.host()));
        }
        Document configuration = new Document("_id", NAME)
                .append("members", configured)
                .append("settings", new Document("electionTimeoutMillis", 1000).append("heartbeatIntervalMillis", 500));
        Awaitility.await().atMost(TIMEOUT).ignoreExceptions().until(() -> {
            return admin(members.get(0), new Document("replSetInitiate", configuration)) != null;
        });
    }

    /** Waits until there is a primary that accepts writes. */
    public void awaitPrimary() {
        Awaitility.await()
                .atMost(TIMEOUT)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptions()
                .until(() -> client.getDatabase("admin")
                        .runCommand(new Document("hello", 1))
                        .getBoolean("isWritablePrimary"));
    }

    /**
     * Waits until every member is primary or secondary, and has the last operation of the primary: a restarted member is a
     * secondary for a moment before it undoes what the others do not have.
     */
    public void awaitAll() {
        Document note = new Document("appendOplogNote", 1)
                .append("data", new Document("msg", "all members have this"))
                .append("writeConcern", new Document("w", members.size()).append("wtimeout", 5000));
        Awaitility.await()
                .atMost(TIMEOUT.multipliedBy(5))
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptions()
                .until(() ->
                        !client.getDatabase("admin").runCommand(note).containsKey("writeConcernError") && allServe());
    }

    private boolean allServe() {
        return client
                .getDatabase("admin")
                .runCommand(new Document("replSetGetStatus", 1))
                .getList("members", Document.class)
                .stream()
                .allMatch(member -> List.of(1, 2).contains(member.getInteger("state")));
    }

    /** Returns the current primary. */
    public Mongod primary() {
        awaitPrimary();
        String name =
                client.getDatabase("admin").runCommand(new Document("hello", 1)).getString("primary");
        return members.stream()
                .filter(member -> member.host().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Makes the primary step down, so that another member is elected. */
    public void stepDown(int seconds) {
        Document command = new Document("replSetStepDown", seconds).append("secondaryCatchUpPeriodSecs", 2);
        try {
            client.getDatabase("admin").runCommand(command.append("force", true));
        } catch (MongoException connectionsAreClosed) {
            return;
        }
    }

    /** Stops the replication from the primary: what it writes from here on is lost if another member is elected. */
    public void stopReplication(Mongod primary) {
        try {
            for (Mongod member : members) {
                if (member != primary) {
                    stopReplicationTo(member);
                }
            }
        } catch (RuntimeException e) {
            // The next trial uses the same servers.
            resumeReplication(primary);
            throw e;
        }
    }

    private static void stopReplicationTo(Mongod member) {
        long before = admin(member, replicating("alwaysOn"))
                .get("count", Number.class)
                .longValue();
        admin(
                member,
                new Document("waitForFailPoint", "stopReplProducer")
                        .append("timesEntered", before + 1)
                        .append("maxTimeMS", TIMEOUT.toMillis()));
    }

    /** Ends the effect of {@link #stopReplication}. */
    public void resumeReplication(Mongod primary) {
        for (Mongod member : members) {
            if (member != primary) {
                var unused = admin(member, replicating("off"));
            }
        }
    }

    private static Document replicating(String mode) {
        return new Document("configureFailPoint", "stopReplProducer").append("mode", mode);
    }

    /** Returns how often the member has undone operations that no other member had. */
    public int rollbacks(Mongod member) {
        return admin(member, new Document("replSetGetRBID", 1)).getInteger("rbid");
    }

    /** Runs an operation. If an election interrupts it, runs it again, for up to 60 s. */
    public void retryDuringElections(Runnable operation) {
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        boolean interrupted = true;
        while (interrupted) {
            try {
                operation.run();
                interrupted = false;
            } catch (MongoException e) {
                if (!isElection(e) || System.nanoTime() > deadline) {
                    throw e;
                }
                awaitPrimary();
            }
        }
    }

    private static boolean isElection(MongoException failure) {
        return failure instanceof MongoSocketException
                || failure instanceof MongoNotPrimaryException
                || failure.hasErrorLabel("RetryableWriteError")
                || ELECTION_CODES.contains(failure.getCode());
    }

    public List<Mongod> members() {
        return List.copyOf(members);
    }

    /** Returns the URI without a database. */
    public String uri() {
        return uri("");
    }

    public String uri(String database) {
        String hosts = members.stream().map(Mongod::host).collect(Collectors.joining(","));
        return "mongodb://" + hosts + "/" + database + "?replicaSet=" + NAME;
    }

    /** Returns a database with write and read concern majority. */
    public MongoDatabase database(String name) {
        return client.getDatabase(name)
                .withWriteConcern(com.mongodb.WriteConcern.MAJORITY)
                .withReadConcern(ReadConcern.MAJORITY);
    }

    private static Document admin(Mongod member, Document command) {
        String uri = "mongodb://" + member.host() + "/?directConnection=true&serverSelectionTimeoutMS=2000";
        try (MongoClient direct = MongoClients.create(uri)) {
            return direct.getDatabase("admin").runCommand(command);
        }
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
        }
        members.forEach(Mongod::kill);
        removeFolder();
    }

    private void removeFolder() {
        try {
            FileSystemUtils.deleteRecursively(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
