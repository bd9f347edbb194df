package dev.mongohaul.faults.lastword;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.mongohaul.faults.wire.WireCommand;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.Program;
import dev.mongohaul.job.launch.UndoLauncher;
import dev.mongohaul.job.monitor.ImportMonitor;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.Runs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Kind of load or undo, with what was there before, and an import afterwards that a late command of the load could harm.
 *
 * <p>Documents have the fields {@code _id}, {@code version} and {@code text}.
 */
enum LoadMode {
    INSERT("insert", "", 0, false, Next.NOTHING),
    NEW_ROWS("add", "", 30, false, Next.SAME_JOB),
    REPLACE("upsert", "", 60, false, Next.SAME_JOB),
    ADD("upsert", "", 30, false, Next.REMOVED),
    UPDATE("update", "", 60, false, Next.SAME_JOB),
    DELETE("delete", "", 60, false, Next.BROUGHT_BACK),
    SNAPSHOT("snapshot, max-loss: 100%", "", 60, false, Next.BROUGHT_BACK),
    MARK("snapshot, max-loss: 100%", "snapshot: {deletes: mark, mark-field: gone}", 60, false, Next.BROUGHT_BACK),
    SNAPSHOT_KEPT("snapshot, max-loss: 100%", "undo: 7d", 60, false, Next.BROUGHT_BACK),
    SWAP("swap, max-loss: unlimited", "", 60, false, Next.SAME_JOB),
    VIEW("swap, max-loss: unlimited", "swap: {by: view}", 0, false, Next.SAME_JOB),
    REJECTS("insert", "rejects: {limit: unlimited}", 0, false, Next.NOTHING),
    UNDO_REPLACE("upsert", "undo: 7d", 60, true, Next.AGAIN),
    UNDO_INSERT("insert", "undo: 7d", 0, true, Next.AGAIN),
    UNDO_NEW_ROWS("add", "undo: 7d", 30, true, Next.AGAIN),
    UNDO_GENERATED("insert", "", 0, true, Next.AGAIN),
    UNDO_SPARED("upsert", "undo: 7d", 60, true, Next.AGAIN),
    UNDO_VIEW("swap, max-loss: unlimited", "swap: {by: view}", 0, true, Next.AGAIN);

    private static final int ROWS = 60;

    private final String write;
    private final String settings;
    private final int before;
    private final boolean undo;
    private final Next next;

    /** What is imported after the successor has finished. */
    private enum Next {
        NOTHING,
        /** Other content by the same job. */
        SAME_JOB,
        /** The documents as they were before, by another job. */
        BROUGHT_BACK,
        /** The removal of all documents, by another job. */
        REMOVED,
        /** The content that the undo has taken back. */
        AGAIN
    }

    LoadMode(String write, String settings, int before, boolean undo, Next next) {
        this.write = write;
        this.settings = settings;
        this.before = before;
        this.undo = undo;
        this.next = next;
    }

    private boolean hasGeneratedIds() {
        return this == UNDO_GENERATED || this == SWAP || this == VIEW || this == UNDO_VIEW;
    }

    TestJob job(Path folder, String name) {
        return job(folder, name, name, write, settings);
    }

    private TestJob job(Path folder, String name, String collection, String operation, String more) {
        String id = hasGeneratedIds() ? "" : ", id: [id]";
        String keys = operation.matches("(insert|swap).*") ? "" : ", keys: unique";
        return TestJob.in(
                folder,
                name,
                "target: {collection: %s%s}".formatted(collection, id),
                "fields: {id: {type: int32%s}, version: int32, text: string}"
                        .formatted(hasGeneratedIds() ? "" : ", to: _id"),
                "write: {operation: %s, chunk-size: 20%s}".formatted(operation, keys),
                more);
    }

    private String content(int version) {
        return switch (this) {
            case SNAPSHOT, MARK, SNAPSHOT_KEPT -> csv(ROWS / 2, id -> Integer.toString(1 + id % 2));
            case REJECTS -> csv(0, id -> id % 3 == 0 ? "none" : "1");
            default -> csv(0, id -> Integer.toString(version));
        };
    }

    private static String csv(int from, IntFunction<String> version) {
        return IntStream.range(from, ROWS)
                .mapToObj(id -> "%d,%s,text %d\n".formatted(id, version.apply(id), id))
                .collect(Collectors.joining("", "id,version,text\n", ""));
    }

    /** Makes what is there before the load. */
    void prepare(Program program, Path folder, String name) {
        MongoCollection<Document> target = program.collection(name);
        if (before > 0) {
            target.insertMany(IntStream.range(0, before)
                    .mapToObj(id -> new Document("_id", id).append("version", 1).append("text", "text " + id))
                    .toList());
        }
        if (this == VIEW || this == UNDO_VIEW) {
            program.run(job(folder, name).input(content(1)).prepare());
        }
        if (undo) {
            program.run(job(folder, name).input(content(2)).prepare());
        }
        if (this == UNDO_SPARED) {
            target.updateOne(new Document("_id", 7), new Document("$set", new Document("text", "mine")));
        }
    }

    /**
     * Loads, or takes back, or completes what another process has begun.
     *
     * @param undone run to be taken back; null to load
     */
    void run(Program program, Path folder, String name, @Nullable Run undone) {
        if (undone != null) {
            program.bean(UndoLauncher.class).undo(undone.id(), false, folder, new ImportMonitor());
        } else {
            program.launch(job(folder, name).input(content(2)).prepare(), new ImportMonitor());
        }
    }

    /** Returns the run that is to be taken back; null if the mode loads. */
    @Nullable
    Run undone(Program program, String name) {
        if (!undo) {
            return null;
        }
        ImportPlan loaded = program.bean(ImportPlans.class).findByJob(name).stream()
                .filter(plan -> plan.undoes() == null)
                .findFirst()
                .orElseThrow();
        return program.bean(Runs.class).runsOf(loaded.importNumber()).get(0);
    }

    /** Ends what another process has begun, if it is unfinished. */
    static boolean abandon(Program program, String name) {
        Optional<ImportPlan> unfinished = program.bean(ImportPlans.class).findByJob(name).stream()
                .filter(plan -> plan.state() == ImportState.UNFINISHED)
                .findFirst();
        unfinished.ifPresent(plan -> program.bean(ImportLauncher.class).abandon(plan));
        return unfinished.isPresent();
    }

    /** Returns whether the command changes what the import or undo is for, so that it could do the most harm later. */
    boolean isDecisive(WireCommand command, String target) {
        return switch (this) {
            case SWAP -> command.name().equals("renameCollection");
            case VIEW -> command.name().equals("insert") && command.collection().startsWith(target);
            case UNDO_VIEW -> isOn("mongohaul_imports", "update", command);
            case REJECTS -> command.collection().equals("mongohaul_rejects");
            case UNDO_SPARED -> isOn("mongohaul_pre_images", "update", command);
            case INSERT, NEW_ROWS -> isOn(target, "insert", command);
            case REPLACE, ADD, UPDATE, MARK, UNDO_REPLACE -> isOn(target, "update", command);
            case DELETE, SNAPSHOT, SNAPSHOT_KEPT, UNDO_INSERT, UNDO_NEW_ROWS, UNDO_GENERATED ->
                isOn(target, "delete", command);
        };
    }

    private static boolean isOn(String collection, String name, WireCommand command) {
        return command.name().equals(name) && command.collection().equals(collection);
    }

    /** Imports what a late command of the load could harm. */
    void runNext(Program program, Path folder, String name) {
        switch (next) {
            case NOTHING -> {}
            case SAME_JOB -> program.run(job(folder, name).input(content(3)).prepare());
            case BROUGHT_BACK ->
                program.run(job(folder, name + "-back", name, "upsert", "")
                        .input(csv(0, id -> "1"))
                        .prepare());
            case REMOVED ->
                program.run(job(folder, name + "-removed", name, "delete", "")
                        .input(content(2))
                        .prepare());
            case AGAIN -> program.run(job(folder, name).input(content(2)).prepare("rejects.limit=unlimited"), true);
        }
    }

    /** Returns whether another job can replace documents of the target by their ids. */
    boolean takesSecondJob() {
        return !hasGeneratedIds() && !undo;
    }

    /** Imports other documents with the same ids by another job. */
    void runSecond(Program program, Path folder, String name) {
        program.run(job(folder, name + "-second", name, "upsert", "")
                .input(csv(0, id -> "4"))
                .prepare());
    }

    /**
     * Returns whether docs/operations.md says that the command has an effect: the server refuses no late insert of an import that
     * was abandoned, and no late switch of a view.
     */
    boolean isDocumented(
            @Nullable WireCommand command, boolean abandoned, List<Document> before, List<Document> after) {
        boolean inserts = write.matches("insert|add") && !undo;
        boolean added = after.get(0)
                .getList("documents", Document.class)
                .containsAll(before.get(0).getList("documents", Document.class));
        return (inserts && abandoned && added)
                || (command != null && Set.of("collMod", "create").contains(command.name()));
    }

    /** Returns what must not change when the command arrives. */
    static List<Document> state(MongoDatabase database, String name) {
        return List.of(
                new Document(
                        "documents",
                        database.getCollection(name)
                                .find()
                                .sort(new Document("_id", 1))
                                .into(new ArrayList<>())),
                new Document(
                        "rejects",
                        database.getCollection("mongohaul_rejects")
                                .find()
                                .projection(new Document("owner", 0))
                                .sort(new Document("_id", 1))
                                .into(new ArrayList<>())));
    }
}
