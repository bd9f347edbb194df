package dev.mongohaul.faults.pairs;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.mongohaul.cli.Program;
import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.faults.pairs.Case.After;
import dev.mongohaul.faults.pairs.Case.Ending;
import dev.mongohaul.faults.pairs.Case.Input;
import dev.mongohaul.faults.pairs.Case.Job;
import dev.mongohaul.faults.pairs.Case.Next;
import dev.mongohaul.faults.pairs.Case.Operation;
import dev.mongohaul.faults.pairs.Case.Shape;
import dev.mongohaul.mongo.TestServer;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportPlans;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.run.Run;
import dev.mongohaul.repository.run.Runs;
import dev.mongohaul.retention.Pruner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** A case, played: what was there, an import with its ending, and what follows. All findings are collected. */
final class Play {

    private static final List<Row> ROWS = Row.of("n", 1, 6);
    private static final List<Row> CORRECTED = Row.of("c", 1, 6);
    private static final List<Row> OTHERS = Row.of("o", 1, 3);
    private static final List<Row> NEW = Row.of("z", 7, 9);

    /** More than Linux gives to a process. */
    private static final long NO_PROCESS = 1 << 23;

    private final Case each;
    private final Stage stage;
    private final String name;
    private final Path folder;
    private final Load load;
    private final Delivered sent;
    private final Truth truth;
    private final SoftAssertions findings = new SoftAssertions();
    private final List<String> log = new ArrayList<>();
    private final List<NextStep> steps = new ArrayList<>();
    private final List<Row> rows;

    /** Places of the files that must be, as {@code in/a.csv}. */
    private final Set<String> places = new HashSet<>();

    private boolean followed;
    private String lastFiles;
    private @Nullable Mishap mishap;
    private @Nullable CompletableFuture<Result> victim;

    Play(Case each, Stage stage, String name) {
        this.each = each;
        this.stage = stage;
        this.name = name;
        this.folder = stage.folder().resolve("cases").resolve(name);
        this.load = new Load(each, name, "cases/" + name);
        this.lastFiles = load.files();
        this.sent = new Delivered(each, folder);
        this.truth = new Truth(each);
        this.rows = each.ending().hasBadRow()
                ? ROWS.stream()
                        .map(row ->
                                row.id() == Row.BAD ? row.withAmount(each.shape() == Shape.RULES ? "-5" : "bad") : row)
                        .toList()
                : ROWS;
    }

    /** Plays the case; throws an error with all that is wrong. */
    void play() {
        prepare();
        try {
            Result first = begin();
            checkEnding(first);
            follow();
            wake();
        } finally {
            if (mishap != null) {
                mishap.release();
            }
            stage.calm();
            remove("jobs/" + name + ".yml");
        }
        try {
            findings.assertAll();
        } catch (AssertionError e) {
            throw new AssertionError("%s %s%n%s%n%s".formatted(name, each, e.getMessage(), String.join("\n", log)), e);
        }
    }

    /** Plays the first import, and what follows if that is wanted; returns the next steps that were named. */
    List<NextStep> open(boolean follows) {
        stage.notifications();
        prepare();
        begin();
        trackEnding();
        look();
        if (follows) {
            followed = true;
            follow();
            stage.notifications().forEach(text -> collect("notification", text));
        }
        return List.copyOf(steps);
    }

    /** Ends what {@link #open} has left. */
    void end() {
        if (mishap != null) {
            mishap.release();
        }
        if (victim != null) {
            victim.join();
        }
        stage.calm();
        remove("jobs/" + name + ".yml");
    }

    String name() {
        return name;
    }

    /** Does a step, and returns what is wrong with its result; empty if it does what it says. */
    Optional<String> problem(NextStep step) {
        int before = log.size();
        Optional<String> problem = switch (step.kind()) {
            case COMMAND -> afterCommand(step);
            case SAME_COMMAND ->
                continued(
                        step.sentence().contains("limit")
                                ? run(stage.program(), load.files(), "rejects.limit=5")
                                : run(stage.program(), load.files()));
            case ADDITION -> {
                String[] words = step.words().split(" with files=", 2);
                yield refusedNot(run(stage.program(), words.length == 1 ? lastFiles : words[1], words[0]));
            }
            case BUTTON -> afterButton(step.words());
        };
        return problem.map(text ->
                "%s%n%s%n%s".formatted(text, step, String.join("\n", log.subList(before, log.size()))));
    }

    private Optional<String> afterCommand(NextStep step) {
        String words = step.words();
        String verb = words.split(" ", 2)[0];
        if (verb.equals("import")) {
            return afterImport(words);
        }
        String[] given = words.split(" ", -1);
        if (verb.equals("abandon") && step.later() && isCompleted(given[1])) {
            // The case itself has completed the import after it named the step.
            return Optional.empty();
        }
        if (verb.equals("check") && each.job() == Job.NONE) {
            // With the same options.
            given = load.command(load.files());
            given[0] = verb;
        }
        boolean afterAbandon = verb.equals("undo") && step.sentence().contains("'mongohaul abandon " + given[1]);
        if (afterAbandon && state(given[1]) == ImportState.UNFINISHED) {
            command("abandon", given[1]);
        }
        Result result = verb.equals("check") && load.readsStandardInput()
                ? logged(
                        words + " < " + input(),
                        stage.program().runWith(folder.resolve("in").resolve(input()), given))
                : command(given);
        return switch (verb) {
            // The limit of an input that is not read to its end is an example; the next summary names the one that
            // passes.
            case "restart" ->
                words.endsWith("%") && result.out().contains("would pass") ? Optional.empty() : continued(result);
            case "abandon" -> state(result, words, ImportState.ABANDONED);
            case "undo" -> words.contains("--dry-run") ? refusedNot(result) : state(result, words, ImportState.UNDONE);
            case "check" ->
                step.sentence().contains("would pass") && !result.out().contains("would pass")
                        ? Optional.of("no limit is named that would pass")
                        : Optional.empty();
            case "report", "files", "show", "jobs", "rejects", "workers" ->
                result.exitCode() == 0 && !result.out().isBlank() ? Optional.empty() : Optional.of("it shows nothing");
            default -> Optional.of("the test does not know the command");
        };
    }

    /** The placeholder of a file is the corrected reject file, or the file where it lies. */
    private Optional<String> afterImport(String words) {
        Path rejects = stage.folder()
                .resolve("rejects")
                .resolve(name + "-" + lastPlan().importNumber() + ".csv");
        String file = stage.folder().relativize(rejects).toString();
        if (words.contains("FILE") || words.contains("PATH")) {
            correct(rejects);
        }
        return refusedNot(
                command(words.replace("FILE", file).replace("PATH", file).split(" ", -1)));
    }

    private boolean isCompleted(String run) {
        return state(run) == ImportState.COMPLETED;
    }

    private ImportState state(String run) {
        return stage.control().planOf(Long.parseLong(run)).state();
    }

    private static Optional<String> refusedNot(Result result) {
        return result.exitCode() == 2 || result.exitCode() == 1
                ? Optional.of("exit code " + result.exitCode())
                : Optional.empty();
    }

    private Optional<String> state(Result result, String words, ImportState expected) {
        long run = Long.parseLong(words.split(" ", -1)[1]);
        ImportState state = stage.control().planOf(run).state();
        return result.exitCode() == 0 && state == expected
                ? Optional.empty()
                : Optional.of("exit code %d, the import is %s".formatted(result.exitCode(), state));
    }

    /** The import has completed, and all its documents are there. */
    private Optional<String> continued(Result result) {
        if (result.exitCode() != 0 && result.exitCode() != 10) {
            return Optional.of("exit code " + result.exitCode());
        }
        return complete();
    }

    private Optional<String> complete() {
        if (followed) {
            return Optional.empty();
        }
        Truth whole = truth.copy();
        (each.ending() == Ending.AWAY && each.each()
                        ? List.of(rows.subList(0, 3), rows.subList(3, 6))
                        : List.of(remaining()))
                .forEach(part -> whole.load(part, sent));
        return found().equals(whole.documents())
                ? Optional.empty()
                : Optional.of("documents %s, not %s".formatted(found(), whole.documents()));
    }

    private Optional<String> afterButton(String action) {
        long number = lastPlan().importNumber();
        String page = stage.press(action.startsWith("/jobs") ? "/jobs/" + name : "/imports/" + number, action, name);
        log.add("POST " + action + " -> " + Stage.problem(page));
        ImportState state = stage.bean(ImportPlans.class)
                .findByInstance(number)
                .orElseThrow()
                .state();
        boolean failsAgain = each.ending() == Ending.LIMIT;
        if (action.endsWith("/restart")) {
            return failsAgain || each.input() == Input.STDIN ? Optional.empty() : complete();
        }
        if (action.endsWith("/abandon")) {
            return state == ImportState.ABANDONED ? Optional.empty() : Optional.of("the import is " + state);
        }
        if (action.endsWith("/undo")) {
            return state == ImportState.UNDONE ? Optional.empty() : Optional.of("the import is " + state);
        }
        return Optional.empty();
    }

    /** Collects what the report, the pages, the API and notifications say. */
    private void look() {
        if (plans().isEmpty()) {
            return;
        }
        long run = lastRun().id();
        long number = lastPlan().importNumber();
        collect("report", command("report", Long.toString(run)).out());
        collect("page", stage.get("/imports/" + number));
        if (each.job() == Job.JOB_FILE) {
            collect("page", stage.get("/jobs/" + name));
        }
        collect("API", stage.get("/api/v1/imports/" + number));
        stage.notifications().forEach(text -> collect("notification", text));
    }

    private void collect(String place, String text) {
        steps.addAll(NextStep.in(place, followed, text));
    }

    private void prepare() {
        if (each.input() == Input.S3) {
            stage.useRemoteFiles();
        }
        List<Document> before = Truth.before(each);
        if (!before.isEmpty()) {
            database().getCollection(name).insertMany(before);
        }
        write("jobs/" + name + ".yml", each.job() == Job.JOB_FILE ? load.jobFile() : null);
        placed("in", sent.deliver(rows, each.ending() != Ending.REFUSED));
    }

    private void write(String file, @Nullable String text) {
        if (text == null) {
            return;
        }
        try {
            Path path = stage.folder().resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void remove(String file) {
        try {
            Files.deleteIfExists(stage.folder().resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void placed(String where, List<String> names) {
        names.forEach(file -> companions(file).forEach(one -> places.add(where + "/" + one)));
    }

    private Stream<String> companions(String file) {
        return each.shape() == Shape.EXPECT ? Stream.of(file, file + ".count", file + ".sha256") : Stream.of(file);
    }

    /** Moves or deletes files as the job says, after their import or their failure. */
    private void goes(boolean completed, List<String> names) {
        names.stream().flatMap(this::companions).forEach(file -> {
            boolean goes = completed ? each.after() != After.KEEP : each.after() == After.MOVE;
            if (goes && places.remove("in/" + file) && each.after() == After.MOVE) {
                String place = (completed ? "done/" : "failed/") + file;
                places.add(
                        places.contains(place)
                                ? place.replaceFirst("[.]", "-" + lastPlan().importNumber() + ".")
                                : place);
            }
        });
    }

    private Result begin() {
        return switch (each.ending()) {
            case AWAY -> run(stage.absent(), load.files());
            case KILLED, PAUSED, STOPPED -> interrupt();
            default -> first(false);
        };
    }

    private Result first(boolean disturbed) {
        return switch (each.way()) {
            case COMMAND, WORKER -> run(stage.first(each.way(), disturbed), load.files());
            default -> logged(each.way() + " " + name, stage.start(each.way(), name, disturbed));
        };
    }

    private Result run(Program program, String files, String... more) {
        lastFiles = files;
        String[] command = load.command(files, more);
        Result result = files.equals("-")
                ? program.runWith(folder.resolve("in").resolve(input()), command)
                : program.run(command);
        return logged(String.join(" ", command), result);
    }

    private String input() {
        return Files.exists(folder.resolve("in/n.csv")) ? "n.csv" : "a.csv";
    }

    private Result command(String... words) {
        return logged(String.join(" ", words), stage.program().run(words));
    }

    private Result logged(String what, Result result) {
        if (each.ending() != Ending.KILLED || followed) {
            collect("summary", result.out());
            collect("message", result.err());
        }
        log.add("$ mongohaul %s%n%s%s-> exit code %d".formatted(what, result.out(), result.err(), result.exitCode()));
        return result;
    }

    private Result interrupt() {
        Mishap arranged = new Mishap(name, each.each() ? 1 : 2, each.each(), each.ending());
        mishap = arranged;
        stage.disturb(arranged);
        CompletableFuture<Result> running =
                CompletableFuture.supplyAsync(() -> first(true), task -> new Thread(task).start());
        victim = running;
        await(() -> arranged.isReached() || running.isDone());
        assertThat(arranged.isReached())
                .as("%s %s reaches its second write%n%s", name, each, String.join("\n", log))
                .isTrue();
        switch (each.ending()) {
            case KILLED -> {
                Result lost = running.join();
                endLeases(Updates.set("lease.pid", NO_PROCESS));
                return lost;
            }
            case STOPPED -> {
                assertThat(stage.control().requestStop(lastRun().id())).isPresent();
                arranged.awaitRenewals();
                arranged.release();
                return running.join();
            }
            default -> {
                endLeases(
                        Updates.set("lease.host", "elsewhere"),
                        Updates.set("lease.processes", "elsewhere"),
                        Updates.set("lease.expiresAt", Instant.now().minusSeconds(1)));
                return new Result(0, "", "");
            }
        }
    }

    private static void await(java.util.function.BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            try {
                TimeUnit.MILLISECONDS.sleep(2);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** The process seems to be dead on this machine, or to be another machine's, whose lease has expired. */
    private void endLeases(Bson... changes) {
        database().getCollection("mongohaul_imports").updateMany(Filters.ne("lease", null), Updates.combine(changes));
    }

    private void checkEnding(Result first) {
        Ending ending = each.ending();
        exit(
                first,
                switch (ending) {
                    case COMPLETED -> 0;
                    case REJECTS -> 10;
                    case LIMIT -> 12;
                    case STOPPED -> 11;
                    // The library says "failed" of files of which one was refused.
                    case REFUSED -> each.way() == Case.Way.LIBRARY && each.each() ? 1 : 2;
                    case AWAY -> 1;
                    case KILLED, PAUSED -> first.exitCode();
                });
        trackEnding();
        if (ending.isUnfinished()) {
            between("after the first run");
        } else {
            documents("after the first run");
        }
        files("after the first run");
        states();
    }

    /** Does with the expected documents and files what the ending of the first import does. */
    private void trackEnding() {
        Ending ending = each.ending();
        if (ending.isDone()) {
            loadAll(rows);
            goes(true, inputs());
        } else if (each.each() && ending != Ending.AWAY) {
            truth.load(rows.subList(0, 3), sent);
            goes(true, inputs().subList(0, 1));
        }
        if (ending == Ending.LIMIT || (ending == Ending.REFUSED && each.each())) {
            goes(false, lastInput());
        }
    }

    /** Returns the names of the files of the job. */
    private List<String> inputs() {
        return switch (each.input()) {
            case FILE, S3 -> List.of("a.csv");
            case TOGETHER, EACH -> List.of("a.csv", "b.csv");
            case ZIP -> List.of("a.zip");
            case GZ -> List.of("a.csv.gz");
            case STDIN -> List.of();
        };
    }

    private List<String> lastInput() {
        List<String> all = inputs();
        return each.input() == Input.EACH ? all.subList(1, 2) : all;
    }

    private void exit(Result result, int... allowed) {
        if (result.exitCode() == Stage.REFUSED && Arrays.stream(allowed).anyMatch(code -> code == 1 || code == 2)) {
            findings.assertThat(result.err()).as("reason of a refusal").isNotBlank();
            return;
        }
        findings.assertThat(result.exitCode())
                .as("exit code of%n%s", log.isEmpty() ? "" : log.get(log.size() - 1))
                .isIn(Arrays.stream(allowed).boxed().toArray());
    }

    private void says(Result result, String... parts) {
        findings.assertThat(result.out() + result.err()).contains(parts);
    }

    private void documents(String when) {
        findings.assertThat(found()).as("documents %s", when).isEqualTo(truth.documents());
    }

    /** Each document is as it was before, or as the whole import makes it. */
    private void between(String when) {
        if (each.operation().swaps()) {
            Truth kept = truth;
            findings.assertThat(found()).as("documents %s, of a swap", when).isEqualTo(kept.documents());
            return;
        }
        Truth whole = truth.copy();
        whole.load(remaining(), sent);
        List<String> both = new ArrayList<>(truth.documents());
        both.addAll(whole.documents());
        findings.assertThat(both)
                .as("documents %s: before, or after the import", when)
                .containsAll(found());
        Set<String> either = new HashSet<>(truth.documents());
        either.retainAll(whole.documents());
        findings.assertThat(found()).as("documents %s that stay", when).containsAll(either);
    }

    /** Loads rows by one import, or each half by one. */
    private void loadAll(List<Row> all) {
        if (each.each() && all.size() == rows.size()) {
            truth.load(all.subList(0, 3), sent);
            truth.load(all.subList(3, 6), sent);
        } else {
            truth.load(all, sent);
        }
    }

    private List<Row> remaining() {
        return each.each() ? rows.subList(3, 6) : rows;
    }

    private List<String> found() {
        return database().getCollection(name).find().map(Truth::text).into(new ArrayList<>()).stream()
                .sorted()
                .toList();
    }

    private void files(String when) {
        findings.assertThat(sent.places()).as("files %s", when).containsExactlyInAnyOrderElementsOf(places);
    }

    /** The report, the page and the API say the same about the last import, and the overview about its job. */
    private void states() {
        List<ImportPlan> all = plans();
        if (all.isEmpty() || each.ending() == Ending.AWAY || each.ending() == Ending.REFUSED) {
            return;
        }
        String expected = switch (each.ending()) {
            case COMPLETED -> "completed";
            case REJECTS -> "completed-with-rejects";
            case LIMIT -> "reject-limit-exceeded";
            case STOPPED -> "stopped";
            case PAUSED -> "running";
            default -> "killed";
        };
        stage.statuses(lastRun())
                .forEach((where, status) -> findings.assertThat(status)
                        .as("status in the %s", where)
                        .isEqualTo(expected));
        if (each.job() == Job.JOB_FILE) {
            findings.assertThat(stage.stateOf(name)).as("state of the job").isEqualTo(expected);
        }
    }

    private List<ImportPlan> plans() {
        return stage.bean(ImportPlans.class).findByJob(name).stream()
                .sorted(Comparator.comparing(ImportPlan::importNumber))
                .toList();
    }

    private ImportPlan lastPlan() {
        List<ImportPlan> all = plans();
        return all.get(all.size() - 1);
    }

    private Run lastRun() {
        List<Run> runs = stage.bean(Runs.class).runsOf(lastPlan().importNumber());
        return runs.stream().max(Comparator.comparing(Run::id)).orElseThrow();
    }

    private boolean fileIsGone() {
        return each.input() != Input.STDIN && lastInput().stream().noneMatch(file -> places.contains("in/" + file));
    }

    private void follow() {
        switch (each.next()) {
            case SAME -> same();
            case PRUNE -> {
                stage.bean(Pruner.class).prune(name, Instant.now().plus(Duration.ofDays(1)), null, false);
                documents0("after the removal of old data");
                same();
            }
            case RESTART -> restart(command(restart()));
            case RESTART_API -> restartByApi();
            case UNDO -> undo();
            case ABANDON -> abandon();
            case REJECT_FILE -> rejectFile();
            case CORRECTED -> corrected();
            case OTHER_JOB -> otherJob();
            case NEXT_FILE -> nextFile();
        }
        files("at the end");
    }

    private void documents0(String when) {
        if (each.ending().isUnfinished()) {
            between(when);
        } else {
            documents(when);
        }
    }

    private void same() {
        Result result = run(stage.program(), load.files());
        if (each.input() == Input.STDIN && each.ending().isDone()) {
            exit(result, each.ending() == Ending.REJECTS ? 10 : 0);
            loadAll(rows);
            documents("after the same input again");
        } else if (each.input() == Input.STDIN && each.ending().isUnfinished()) {
            exit(result, 2);
            says(
                    result,
                    "Standard input cannot be continued",
                    "'mongohaul abandon " + lastRun().id() + "'",
                    "unfinished=abandon");
            between("after the refusal");
        } else if (fileIsGone()) {
            exit(result, each.each() ? 0 : 2);
            documents0("after the command without a file");
        } else {
            expectSame(result);
        }
    }

    private void expectSame(Result result) {
        switch (each.ending()) {
            case COMPLETED, REJECTS -> {
                exit(result, each.each() || each.ending() == Ending.COMPLETED ? 0 : 10);
                documents("after the same command");
            }
            case LIMIT -> {
                exit(result, 12);
                between("after the same command");
            }
            case REFUSED -> {
                exit(result, 2);
                documents("after the same command");
            }
            case AWAY -> completes(result, 0, rows);
            case KILLED, PAUSED, STOPPED -> completes(result, 0, remaining());
        }
    }

    /** The import has loaded all rows now. */
    private void completes(Result result, int exitCode, List<Row> left) {
        exit(result, exitCode);
        loadAll(left);
        documents("after the import completed");
        if (each.input() != Input.STDIN) {
            goes(true, left.size() == rows.size() ? inputs() : lastInput());
            if (each.ending() == Ending.LIMIT && each.after() == After.MOVE) {
                lastInput().stream().flatMap(this::companions).forEach(file -> {
                    places.remove("failed/" + file);
                    places.add("done/" + file);
                });
            }
        }
    }

    private String[] restart() {
        String run = Long.toString(lastRun().id());
        return each.ending() == Ending.LIMIT
                ? new String[] {"restart", run, "rejects.limit=5"}
                : new String[] {"restart", run};
    }

    private void restart(Result result) {
        if (each.input() == Input.STDIN) {
            exit(result, 2);
            says(result, "tandard input");
            documents0("after the refusal");
        } else if (each.ending().isDone()) {
            exit(result, 0, 2, 10);
            documents("after the restart of a completed import");
        } else {
            completes(result, each.ending() == Ending.LIMIT ? 10 : 0, remaining());
        }
    }

    private void restartByApi() {
        long number = lastPlan().importNumber();
        String answer = stage.restart(number, each.ending() == Ending.LIMIT ? Map.of("rejects.limit", "5") : Map.of());
        log.add("POST /imports/%d/restart%n%s".formatted(number, answer));
        if (each.input() == Input.STDIN) {
            findings.assertThat(answer).containsPattern("^4\\d\\d .*tandard input");
            documents0("after the refusal");
        } else if (each.ending().isDone()) {
            documents("after the restart of a completed import");
        } else {
            findings.assertThat(answer).containsPattern("\"state\" *: *\"ended\"");
            completes(new Result(0, "", ""), 0, remaining());
        }
    }

    private void undo() {
        Result result = command("undo", Long.toString(lastRun().id()));
        if (each.ending().isUnfinished()) {
            exit(result, 2);
            says(result, "'mongohaul abandon " + lastRun().id() + "'");
            // So many records are rejected that a higher limit would only leave them out.
            boolean restarts = each.input() != Input.STDIN && each.ending() != Ending.LIMIT;
            findings.assertThat(result.err()
                            .contains("'mongohaul restart " + lastRun().id()))
                    .as("a restart is named")
                    .isEqualTo(restarts);
            between("after the refusal");
            return;
        }
        // Nothing was there before the only import of a view; a swap by rename has dropped what was there.
        if (each.operation() == Operation.SWAP_RENAME || (each.operation() == Operation.SWAP_VIEW && !each.each())) {
            exit(result, 2);
            documents("after the refusal");
            return;
        }
        exit(result, 0);
        Truth again = new Truth(each);
        if (each.each()) {
            again.load(rows.subList(0, 3), sent);
        }
        findings.assertThat(found()).as("documents after the undo").isEqualTo(again.documents());
        if (!fileIsGone() && each.input() != Input.STDIN) {
            exit(run(stage.program(), load.files()), each.ending() == Ending.REJECTS ? 10 : 0);
            documents("after the import once more");
        }
    }

    private void abandon() {
        Result result = command("abandon", Long.toString(lastRun().id()));
        if (each.ending().isDone()) {
            exit(result, 2);
            says(result, "there is nothing to abandon");
            documents("after the refusal");
        } else {
            exit(result, 0);
            between("after the import was abandoned");
        }
    }

    private void rejectFile() {
        Path rejects = stage.folder()
                .resolve("rejects")
                .resolve(name + "-" + lastPlan().importNumber() + ".csv");
        if (!Files.exists(rejects)) {
            findings.fail("there is no reject file " + rejects);
            return;
        }
        correct(rejects);
        String file = stage.folder().relativize(rejects).toString();
        boolean part = each.operation().swaps() || each.operation() == Operation.SNAPSHOT;
        String[] like = each.job() == Job.NONE
                ? new String[] {
                    "import", file, "--like", Long.toString(lastRun().id())
                }
                : new String[] {"import", name, "files=" + file};
        Result result = command(like);
        if (each.operation() == Operation.SWAP_VIEW) {
            exit(result, 2);
            says(result, "Correct the records in the whole input");
            documents0("after the refusal");
            return;
        }
        if (part) {
            exit(result, 2);
            says(result, "operation=upsert");
            documents0("after the refusal");
            List<String> words = new ArrayList<>(List.of(like));
            words.add("operation=upsert");
            String[] whole = words.toArray(String[]::new);
            result = command(whole);
            if (each.ending() == Ending.LIMIT) {
                exit(result, 2);
                says(result, "unfinished");
                completeOrAbandon();
                result = command(whole);
            }
        }
        exit(result, 0);
        if (each.after() == After.MOVE && each.input() != Input.S3) {
            places.add("done/" + rejects.getFileName());
        }
        findings.assertThat(found())
                .as("documents with the corrected record")
                .anyMatch(document -> document.contains("amount=50") || each.operation() == Operation.DELETE);
        if (each.operation() == Operation.DELETE) {
            findings.assertThat(found()).noneMatch(document -> document.contains("_id=5,"));
        }
    }

    private void completeOrAbandon() {
        if (each.input() == Input.STDIN) {
            exit(command("abandon", Long.toString(lastRun().id())), 0);
        } else {
            restart(command(restart()));
        }
    }

    private static void correct(Path rejects) {
        try {
            String text = Files.readString(rejects, StandardCharsets.UTF_8);
            Files.writeString(rejects, text.replace("bad", "50").replace("-5", "50"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void corrected() {
        List<String> delivered = sent.deliverLast(CORRECTED);
        placed("in", delivered);
        Result result = run(stage.program(), load.files());
        List<Row> all = new ArrayList<>(rows.subList(0, 3));
        all.addAll(CORRECTED.subList(3, 6));
        List<Row> now = switch (each.input()) {
            case EACH -> CORRECTED.subList(3, 6);
            case TOGETHER -> places.contains("in/a.csv") ? all : CORRECTED.subList(3, 6);
            default -> CORRECTED;
        };
        if (each.ending().isUnfinished()) {
            exit(result, 2);
            says(result, "abandon");
            between("after the refusal");
        } else if (each.ending().isDone() && each.each() && each.after() == After.KEEP) {
            exit(result, 2);
            says(result, "was imported before with other content", "source.changed: import");
            documents("after the refusal");
        } else if (each.ending().isDone()
                && each.input() == Input.TOGETHER
                && each.operation() == Operation.INSERT_GENERATED
                && each.after() == After.KEEP) {
            exit(result, 2);
            says(result, "source.each: file");
            documents("after the refusal");
        } else if (each.ending().isDone()
                && (each.operation() == Operation.INSERT_IDS || each.operation() == Operation.COLUMN)) {
            // Inserts of documents that are there with other values.
            exit(result, each.ending() == Ending.REJECTS ? new int[] {10} : new int[] {12});
            goes(each.ending() == Ending.REJECTS, each.input() == Input.TOGETHER ? inputs() : lastInput());
        } else {
            exit(result, 0);
            if (each.each() && each.ending() == Ending.AWAY) {
                loadAll(all);
            } else {
                truth.load(now, sent);
            }
            documents("after the corrected input");
            goes(true, each.ending() == Ending.AWAY || each.input() == Input.TOGETHER ? inputs() : lastInput());
        }
    }

    private void otherJob() {
        write("cases/" + name + "/other.csv", Row.csv(OTHERS, true));
        if (each.input() != Input.S3) {
            places.add("other.csv");
        }
        write("jobs/" + name + "-other.yml", """
                source: {files: cases/%s/other.csv}
                target: {collection: %s}
                fields: {id: {type: int32, to: _id}, op: {skip: true}, amount: int32}
                write: {operation: upsert}
                """.formatted(name, name));
        Result result = command("import", name + "-other");
        boolean view = each.operation() == Operation.SWAP_VIEW
                && (each.ending().isDone() || (each.each() && each.ending() != Ending.AWAY));
        if (view) {
            exit(result, 2);
            documents0("after the refusal");
            return;
        }
        exit(result, 0);
        truth.replace(OTHERS);
        if (each.ending().isUnfinished()) {
            findings.assertThat(found()).as("documents of the other job").containsAll(Truth.replacements(OTHERS));
        } else {
            documents("after the other job");
        }
    }

    private void nextFile() {
        sent.deliverNew(NEW);
        List<String> names = switch (each.input()) {
            case ZIP -> List.of("n.zip");
            case GZ -> List.of("n.csv.gz");
            default -> List.of("n.csv");
        };
        if (each.input() != Input.STDIN) {
            placed("in", names);
        } else {
            places.add("in/n.csv");
        }
        if (each.each()) {
            nextFileOfFolder(run(stage.program(), load.files()), names);
            return;
        }
        Result result = run(stage.program(), load.newFiles());
        if (each.ending().isUnfinished()) {
            exit(result, 2);
            says(result, "abandon");
            between("after the refusal");
        } else {
            exit(result, 0);
            truth.load(NEW, sent);
            documents("after the next file");
            goes(true, names);
        }
    }

    /** The files of the folder are imported in the order of their names, as far as one that failed lets them. */
    private void nextFileOfFolder(Result result, List<String> names) {
        boolean failsAgain = !each.ending().isInterrupted() && !each.ending().isDone() && !fileIsGone();
        if (each.ending() == Ending.AWAY) {
            loadAll(rows);
            goes(true, inputs());
            failsAgain = false;
        } else if (each.ending().isInterrupted()) {
            truth.load(remaining(), sent);
            goes(true, lastInput());
        }
        if (!failsAgain) {
            exit(result, 0);
        } else {
            exit(result, each.ending() == Ending.LIMIT ? 12 : 2);
        }
        if (!failsAgain || each.operation().inserts()) {
            truth.load(NEW, sent);
            goes(true, names);
        }
        if (each.ending() == Ending.LIMIT) {
            between("after the next file");
        } else {
            documents("after the next file");
        }
    }

    /** A process that was paused continues: its own import, or nothing if that was taken over or its target was. */
    private void wake() {
        if (each.ending() != Ending.PAUSED || mishap == null || victim == null) {
            return;
        }
        List<String> before = found();
        List<String> files = sent.places();
        mishap.release();
        Result late = victim.join();
        log.add("late: exit code " + late.exitCode());
        if (!isTakenOver()) {
            if (each.next() != Next.CORRECTED || each.input() == Input.STDIN) {
                completes(late, 0, remaining());
            }
            return;
        }
        if (each.operation().insertsLate()) {
            // A late insert adds what its import would add.
            Truth whole = truth.copy();
            whole.load(remaining(), sent);
            List<String> allowed = new ArrayList<>(before);
            allowed.addAll(whole.documents());
            findings.assertThat(allowed)
                    .as("documents after the paused process woke")
                    .containsAll(found());
            findings.assertThat(found())
                    .as("documents after the paused process woke")
                    .containsAll(before);
        } else {
            findings.assertThat(found())
                    .as("documents after the paused process woke")
                    .isEqualTo(before);
        }
        findings.assertThat(sent.places())
                .as("files after the paused process woke")
                .isEqualTo(files);
        findings.assertThat(late.exitCode())
                .as("exit code of the paused process")
                .isNotZero();
    }

    private boolean isTakenOver() {
        boolean stdin = each.input() == Input.STDIN;
        return switch (each.next()) {
            case SAME, PRUNE, RESTART, RESTART_API -> !stdin;
            case ABANDON -> true;
            case OTHER_JOB -> each.operation() != Operation.INSERT_GENERATED;
            case NEXT_FILE -> each.each();
            case UNDO, CORRECTED, REJECT_FILE -> false;
        };
    }

    private MongoDatabase database() {
        return TestServer.client().getDatabase(stage.database());
    }
}
