package dev.mongohaul.faults.year;

import dev.mongohaul.faults.process.BuiltProgram;
import dev.mongohaul.faults.process.OsProcess;
import dev.mongohaul.faults.wire.Interference;
import dev.mongohaul.faults.wire.Verdict;
import dev.mongohaul.faults.wire.WireCommand;
import dev.mongohaul.faults.wire.WireProxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A run in a process that is killed at its nth command to the server, before or after the server executes it. */
final class KilledNight implements Interference {

    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final int nth;
    private final boolean ofFiles;
    private final boolean executed;
    private final AtomicInteger commands = new AtomicInteger();
    private volatile @Nullable OsProcess process;
    private volatile @Nullable WireCommand last;

    /**
     * @param ofFiles whether only commands about files count
     * @param executed whether the server executes the last command
     */
    KilledNight(int nth, boolean ofFiles, boolean executed) {
        this.nth = nth;
        this.ofFiles = ofFiles;
        this.executed = executed;
    }

    /** Runs the night; returns whether it was killed. */
    boolean run(int serverPort, String database, Path folder, Map<String, String> environment, Instant time) {
        try (WireProxy proxy = new WireProxy(serverPort, this)) {
            OsProcess started = start(proxy.uri(database), database, folder, environment, time);
            process = started;
            if (!started.endsWithin(LIMIT)) {
                started.kill();
                throw new IllegalStateException("the night hangs, see " + folder.resolve("killed.log"));
            }
        }
        return last != null;
    }

    /** Starts the night in a process of its own. */
    static OsProcess start(String uri, String database, Path folder, Map<String, String> environment, Instant time) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(BuiltProgram.quickStart(List.of()));
        // The class archive is for class paths that begin with the program.
        command.addAll(List.of("-cp", BuiltProgram.jar() + ":" + System.getProperty("java.class.path")));
        command.addAll(List.of(Night.class.getName(), uri, database, folder.toString(), time.toString()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("killed.log").toFile());
        builder.environment().putAll(environment);
        return OsProcess.start(builder);
    }

    @Override
    public Verdict decide(WireCommand command) throws InterruptedException {
        OsProcess running = process;
        if (running == null || !command.isFromApplication()) {
            return Verdict.PASS;
        }
        if (last == null
                && (!ofFiles || command.collection().equals("mongohaul_files"))
                && commands.incrementAndGet() == nth) {
            last = command;
            if (executed) {
                return new Verdict.HoldReply(() -> {
                    running.kill();
                    return Verdict.CUT_REPLY;
                });
            }
            running.kill();
        }
        return last == null ? Verdict.PASS : Verdict.CUT_REQUEST;
    }

    @Override
    public String toString() {
        return "killed %s %s".formatted(executed ? "after" : "before", last);
    }
}
