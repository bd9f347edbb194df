package dev.mongohaul.job.launch;

import static org.awaitility.Awaitility.await;

import dev.mongohaul.faults.wire.HoldNth;
import dev.mongohaul.faults.wire.Verdict;
import dev.mongohaul.faults.wire.WireProxy;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.run.Run;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** First command of an import on a collection, which the network holds until something else has happened. */
final class HeldCommand {

    private HeldCommand() {}

    /** Runs the import in a program of its own, and the action while its command is held. */
    static Run run(ImportJob job, String database, String command, Callable<?> action) throws Exception {
        String collection = job.write().collection();
        HoldNth hold = new HoldNth(
                sent -> sent.name().equals(command) && sent.collection().equals(collection), 1, false);
        try (WireProxy proxy = new WireProxy(TestServer.port(), hold);
                Program behind =
                        Program.start(proxy.uri(database), database, "mongohaul.repository.checkpoint-interval=0s")) {
            CompletableFuture<Run> running = CompletableFuture.supplyAsync(() -> behind.run(job));
            await().until(hold::isReached);
            var unused = action.call();
            hold.release(Verdict.PASS);
            return running.join();
        }
    }
}
