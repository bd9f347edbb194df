package dev.mongohaul.faults.pairs;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One value of each dimension of an import: what is read and how, how it ends, and what follows. */
record Case(Input input, Job job, Operation operation, Shape shape, After after, Ending ending, Next next, Way way) {

    enum Input {
        FILE,
        TOGETHER,
        EACH,
        ZIP,
        GZ,
        STDIN,
        S3
    }

    enum Job {
        JOB_FILE,
        NONE
    }

    enum Operation {
        INSERT_GENERATED,
        INSERT_IDS,
        ADD,
        REPLACE,
        UPDATE,
        REPLACE_UPSERT,
        UPDATE_UPSERT,
        DELETE,
        SNAPSHOT,
        SWAP_RENAME,
        SWAP_VIEW,
        COLUMN;

        boolean swaps() {
            return this == SWAP_RENAME || this == SWAP_VIEW;
        }

        boolean inserts() {
            return this == INSERT_GENERATED || this == INSERT_IDS;
        }

        /** Returns whether a late command may insert what its import would insert. */
        boolean insertsLate() {
            return inserts() || this == ADD;
        }
    }

    enum Shape {
        PLAIN,
        RULES,
        PROCESSOR,
        ORIGIN,
        EXPECT,
        ENTITY
    }

    /** What happens to a file that was imported; with {@code MOVE}, files that failed are moved, too. */
    enum After {
        KEEP,
        MOVE,
        DELETE
    }

    enum Ending {
        COMPLETED,
        REJECTS,
        LIMIT,
        KILLED,
        PAUSED,
        STOPPED,
        REFUSED,
        AWAY;

        boolean isDone() {
            return this == COMPLETED || this == REJECTS;
        }

        /** Returns whether it leaves an import that can be resumed. */
        boolean isUnfinished() {
            return isInterrupted() || this == LIMIT;
        }

        boolean isInterrupted() {
            return this == KILLED || this == PAUSED || this == STOPPED;
        }

        boolean hasBadRow() {
            return this == REJECTS || this == LIMIT;
        }
    }

    enum Next {
        SAME,
        RESTART,
        RESTART_API,
        REJECT_FILE,
        CORRECTED,
        UNDO,
        ABANDON,
        PRUNE,
        OTHER_JOB,
        NEXT_FILE
    }

    /** How the first import begins; what follows is a command, or the API. */
    enum Way {
        COMMAND,
        SLOT,
        PAGE,
        API,
        LIBRARY,
        WORKER
    }

    private static final List<Enum<?>[]> DIMENSIONS = List.of(
            Input.values(),
            Job.values(),
            Operation.values(),
            Shape.values(),
            After.values(),
            Ending.values(),
            Next.values(),
            Way.values());

    /** Returns cases that contain all possible pairs of values, or triples. */
    static List<Case> covering(int strength, long seed) {
        int[] sizes = DIMENSIONS.stream().mapToInt(values -> values.length).toArray();
        return new CoveringArray(sizes, strength, row -> isPossible(values(row)))
                .rows(seed).stream().map(row -> of(values(row))).toList();
    }

    private static Enum<?>[] values(int... row) {
        return IntStream.range(0, row.length)
                .mapToObj(at -> row[at] < 0 ? null : DIMENSIONS.get(at)[row[at]])
                .toArray(Enum[]::new);
    }

    private static Case of(@Nullable Enum<?>... values) {
        return new Case(
                (Input) values[0],
                (Job) values[1],
                (Operation) values[2],
                (Shape) values[3],
                (After) values[4],
                (Ending) values[5],
                (Next) values[6],
                (Way) values[7]);
    }

    /** Reads a case as {@link #toString} writes it. */
    static Case parse(String text) {
        String[] words = text.strip().toUpperCase(Locale.ROOT).replace('-', '_').split("[ ,]+", -1);
        return of(IntStream.range(0, words.length)
                .mapToObj(at -> Arrays.stream(DIMENSIONS.get(at))
                        .filter(value -> value.name().equals(words[at]))
                        .findFirst()
                        .orElseThrow())
                .toArray(Enum[]::new));
    }

    /** Returns whether the values can meet. What the program refuses is in {@code Refusals}. */
    private static boolean isPossible(@Nullable Enum<?>... values) {
        Case some = of(values);
        boolean stdin = some.input == Input.STDIN;
        // Standard input has no file that could be moved or checked.
        if (stdin && (some.shape == Shape.EXPECT || some.after == After.MOVE || some.after == After.DELETE)) {
            return false;
        }
        // The property "id" of an entity is the document's id.
        if (some.shape == Shape.ENTITY && some.operation == Operation.INSERT_GENERATED) {
            return false;
        }
        // Nothing has begun that could be continued or taken back.
        boolean nothingBegun = some.ending == Ending.REFUSED || some.ending == Ending.AWAY;
        if (nothingBegun
                && (some.next == Next.RESTART
                        || some.next == Next.RESTART_API
                        || some.next == Next.UNDO
                        || some.next == Next.ABANDON)) {
            return false;
        }
        // Standard input and files without a job file are for commands.
        boolean command = some.way == null || some.way == Way.COMMAND;
        if (!command && (stdin || some.ending == Ending.AWAY || (some.job == Job.NONE && some.way != Way.WORKER))) {
            return false;
        }
        return some.next != Next.REJECT_FILE || some.ending == null || some.ending.hasBadRow();
    }

    boolean each() {
        return input == Input.EACH;
    }

    @Override
    public String toString() {
        return java.util.stream.Stream.<Enum<?>>of(input, job, operation, shape, after, ending, next, way)
                .map(value -> value.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .collect(Collectors.joining(" "));
    }
}
