package dev.mongohaul.job.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.repository.plan.CsvHead;
import dev.mongohaul.repository.plan.Deletions;
import dev.mongohaul.repository.plan.ImportIdentity;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.ImportState;
import dev.mongohaul.repository.plan.PlannedCut;
import dev.mongohaul.repository.plan.PlannedInput;
import dev.mongohaul.repository.plan.StoredRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImportHistoryTests {

    /**
     * Lists earlier imports, the oldest first: content, state, and after a slash another meaning, after an @ another
     * target, or after a plus the number of a repetition. Plans are numbered from 1.
     */
    @ParameterizedTest(name = "{0} {1} after {2}, again {3}, abandon {4}: {5}")
    @CsvSource(delimiter = '|', textBlock = """
            insert  | A   | -                                   | no  | no  | begin 0
            insert  | A   | -                                   | yes | no  | begin 1
            insert  | A   | A+1:unfinished                      | yes | no  | continue 1
            insert  | A   | A:completed                         | no  | no  | nothing 1
            insert  | A   | A:completed                         | yes | no  | begin 1
            insert  | A   | A:completed A+1:completed           | yes | no  | begin 2
            insert  | A   | A:unfinished                        | no  | no  | continue 1
            insert  | A   | A:unfinished                        | yes | no  | begin 1 instead of 1
            insert  | A   | A:completed A+1:unfinished          | no  | no  | continue 2
            insert  | A   | A:completed A+1:unfinished          | yes | no  | continue 2
            insert  | A   | A:abandoned                         | no  | no  | begin 1
            insert  | A   | A:completed A+1:abandoned           | no  | no  | nothing 1
            insert  | A   | A/other:unfinished                  | no  | no  | refuse 1, other meaning
            insert  | A   | A/other:unfinished                  | no  | yes | refuse 1, other meaning
            insert  | A   | A/other:unfinished                  | yes | no  | begin 1 instead of 1
            insert  | A   | A/other:planned                     | no  | no  | begin 0 instead of 1
            insert  | A   | A/other:unsent                      | no  | no  | begin 0 instead of 1
            insert  | A   | A/other:unfinished-earlier-version  | no  | no  | refuse 1, other meaning
            insert  | A   | A:unsent                            | no  | no  | continue 1
            insert  | A   | B:unsent                            | no  | no  | refuse 1, other content
            insert  | A   | A@other:unfinished                  | no  | no  | refuse 1, other target
            insert  | A   | A@other:unfinished                  | yes | no  | refuse 1, other target
            insert  | A   | A@other:unfinished                  | no  | yes | begin 0 instead of 1
            insert  | A   | A@other:completed                   | no  | no  | begin 0
            insert  | A   | A/other:completed                   | no  | no  | refuse 1, loaded
            insert  | A   | A/other:completed                   | no  | yes | refuse 1, loaded
            insert  | A   | A/other:completed                   | yes | no  | begin 1
            insert  | A   | -                                   | forgotten | no | begin 1
            insert  | A   | A:completed                         | forgotten | no | begin 1
            insert  | A   | A/other:completed                   | forgotten | no | begin 1
            insert  | A   | A:undone A/other:unfinished         | forgotten | no | refuse 2, other meaning
            insert  | A   | A/other:undone A:unfinished         | forgotten | no | continue 2
            insert  | A   | A:undone B:unfinished               | forgotten | no | refuse 2, other content
            insert  | A   | A/other:completed B:completed       | no  | no  | refuse 1, loaded
            insert  | A   | A/other:completed A:abandoned       | no  | no  | refuse 1, loaded
            insert  | A   | A/other:abandoned                   | no  | no  | begin 0
            insert  | A   | A:completed A/other:completed       | no  | no  | nothing 1
            insert  | A   | A/other:completed A:unfinished      | no  | no  | continue 2
            insert  | A   | A/other:unfinished B:completed      | no  | no  | refuse 1, other meaning
            insert  | A   | B:unfinished                        | no  | no  | refuse 1, other content
            insert  | A   | B:unfinished                        | yes | no  | refuse 1, other content
            insert  | A   | B:unfinished                        | no  | yes | begin 0 instead of 1
            insert  | A   | B:planned                           | no  | no  | begin 0 instead of 1
            insert  | A   | A:completed B:unfinished            | no  | no  | refuse 2, other content
            insert  | A   | A:completed B:completed             | no  | no  | nothing 1
            insert  | A   | B:completed                         | no  | no  | begin 0
            insert  | A   | B:abandoned                         | no  | no  | begin 0
            replace | A   | A:completed                         | no  | no  | nothing 1
            replace | A   | A:completed B:completed             | no  | no  | begin 1
            replace | A   | A:completed B:completed A+1:completed | no | no | nothing 3
            replace | A   | A:completed B:abandoned             | no  | no  | begin 1
            replace | A   | A:completed B:unfinished            | no  | yes | begin 1 instead of 2
            replace | A   | A:completed A/other:completed       | no  | no  | begin 1
            replace | A   | A/other:completed                   | no  | no  | begin 0
            delete+insert | A | A/other:completed               | no  | no  | begin 0
            replace | A   | A:completed A+1:completed           | no  | no  | nothing 2
            """)
    void decisionFollowsFromEarlierPlans(
            String operation, String requested, String earlier, String again, String abandon, String decision) {
        List<ImportPlan> plans = plans(operation, earlier);

        assertThat(describe(decide(plans, identity(operation, requested), again, abandon), plans))
                .isEqualTo(decision);
    }

    /**
     * Files are letters with the number of their content. A question mark is a file of an earlier version of the program,
     * which did not store digests.
     */
    @ParameterizedTest(name = "{0} after {1}, again {2}: {3}")
    @CsvSource(delimiter = '|', textBlock = """
            a1 b2 | a1:completed                  | no  | a1 by 1
            a1 b2 | a1:completed                  | yes | begin 1
            a1 b2 | a1:unfinished                 | no  | refuse 1, other content
            a1 b2 | a1:abandoned                  | no  | begin 0
            a1 b2 | a1:undone                     | no  | begin 0
            a1 b2 | a1:completed b2:completed     | no  | b2 by 2 a1 by 1
            a1 b2 | a1:completed a1+c3:completed  | no  | a1 by 2
            a1 b2 | a3:completed                  | no  | begin 0
            a1 b2 | c1:completed                  | no  | a1 by 1
            a1 b2 | c1+d3:completed               | no  | a1 by 1
            a1 b2 | a1+b2:completed               | no  | nothing 1
            a1 b2 | d2+c1:completed               | no  | b2 by 1 a1 by 1
            a1 b1 | c1:completed                  | no  | a1 by 1 b1 by 1
            a1    | a1+b2:completed               | no  | a1 by 1
            a1 b2 | a1?+c3?:completed             | no  | a1 by 1
            a1 b2 | a3?+c3?:completed             | no  | begin 0
            a1 b2 | c1?+d3?:completed             | no  | begin 0
            a1 b2 | c1?:completed                 | no  | a1 by 1
            a1 b2 | -+c3:completed                | no  | begin 0
            a1 b2 | a1:completed a1+b2:unfinished | no  | continue 2
            c3    | a1+b2:completed               | no  | begin 0
            -     | a1+b2:completed               | no  | begin 0
            """)
    void filesThatWereLoadedAreNotAddedAgain(String files, String earlier, String again, String decision) {
        List<ImportPlan> plans = Arrays.stream(earlier.split(" ", -1))
                .map(text -> text.split(":", -1))
                .map(parts -> plan("insert", inputs(parts[0].split("\\+", -1)), parts[1]))
                .toList();
        List<PlannedInput> wanted = files.equals("-") ? List.of() : inputs(files.split(" ", -1));

        assertThat(describe(decide(plans, identity("insert", content(wanted)), wanted, again, "no"), plans))
                .isEqualTo(decision);
    }

    @ParameterizedTest
    @CsvSource({
        "insert, a1 by 1",
        "swap, a1 by 1",
        "replace, a1 by 1",
        "snapshot, a1 by 1",
        "delete, begin 0",
        "undo, begin 0"
    })
    void filesThatWereDeletedOrTakenBackAreAdded(String operation, String decision) {
        List<PlannedInput> wanted = inputs("a1", "b2");
        List<ImportPlan> plans = List.of(plan(operation, inputs("a1", "c3"), "completed"));

        assertThat(describe(decide(plans, identity("insert", content(wanted)), wanted, "no", "no"), plans))
                .isEqualTo(decision);
    }

    @Test
    void filesOfAnotherTargetAreAdded() {
        List<PlannedInput> wanted = inputs("a1", "b2");
        List<ImportPlan> plans = List.of(plan("insert", inputs("a1"), "completed"));
        ImportIdentity other = identity("insert", content(wanted) + "@other");

        assertThat(describe(decide(plans, other, wanted, "no", "no"), plans)).isEqualTo("begin 0");
    }

    @Test
    void importIntoAnotherTargetDoesNotMakeContentDue() {
        ImportIdentity other = new ImportIdentity("job", "B", "db.other", "replace", "meaning", 0);
        List<ImportPlan> plans =
                List.of(plan("replace", "A", "completed"), plan(other, ImportState.COMPLETED, true, true));

        assertThat(describe(decide(plans, identity("replace", "A"), "no", "no"), plans))
                .isEqualTo("nothing 1");
    }

    /** Content R is the rejects of import 1. */
    @ParameterizedTest(name = "rejects of import 1 after {0}, abandon {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            A:unfinished                | no  | begin 0 beside 1
            A:unfinished                | yes | begin 0 beside 1
            A:unfinished R:unfinished   | no  | continue 2
            A:unfinished R:completed    | no  | nothing 2
            A:unfinished R:abandoned    | no  | begin 1 beside 1
            A:unfinished B:unfinished   | no  | refuse 2, other content
            A:unfinished B:unfinished   | yes | begin 0 beside 1 instead of 2
            A:completed                 | no  | begin 0
            A:abandoned                 | no  | begin 0
            A:completed B:unfinished    | no  | refuse 2, other content
            """)
    void ownRejectsAreImportedBesideTheirImport(String earlier, String abandon, String decision) {
        List<ImportPlan> plans = new ArrayList<>();
        plans("insert", earlier).forEach(plan -> plans.add(numbered(plan, plans.size() + 1)));

        assertThat(describe(
                        decide(plans, identity("insert", "R"), List.of(), OptionalLong.of(1), "no", abandon), plans))
                .isEqualTo(decision);
    }

    /** Content R is corrected rejects of A, which other content must not drop by loading the same once more. */
    @ParameterizedTest(name = "{0} {1} after {2}: {3}")
    @CsvSource(delimiter = '|', textBlock = """
            swap    | A | A:completed R:completed             | nothing 1
            swap    | A | A:completed R:abandoned             | nothing 1
            swap    | A | A:completed B:completed R:completed | begin 1
            replace | B | A:completed B:completed R:completed | begin 1
            replace | A | A:completed R:completed             | nothing 1
            replace | B | A:completed R:completed             | begin 0
            replace | R | A:completed R:completed             | nothing 2
            replace | R | A:completed R:completed B:completed | begin 1
            """)
    void correctedRejectsAreNoOtherContent(String operation, String requested, String earlier, String decision) {
        PlannedInput file = new PlannedInput("rejects/job-2.csv", 1, Instant.EPOCH, 0);
        List<ImportPlan> plans = new ArrayList<>();
        for (ImportPlan plan : plans(operation, earlier)) {
            plans.add(
                    plan.identity().content().equals("R")
                            ? plan(plan.identity(), List.of(file), plan.state(), true, true)
                                    .loadingRejects()
                            : numbered(plan, plans.size() + 2));
        }

        assertThat(describe(decide(plans, identity(operation, requested), "no", "no"), plans))
                .isEqualTo(decision);
    }

    /** The swaps have the content A and B; content R is corrected rejects, which are inserted. */
    @ParameterizedTest(name = "{0} after {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            R       | A:completed R:completed                       | nothing 2
            R       | A:completed R:completed B:completed           | begin 1
            R/other | A:completed R:completed                       | refuse 2, loaded
            R/other | A:completed R:completed B:completed           | begin 0
            R       | A:completed R:completed B:undone              | nothing 2
            R       | A:completed R:completed B@other:completed     | nothing 2
            R       | A:completed R:completed B:completed R+1:completed | nothing 4
            A       | A:completed B:completed                       | refuse 1, loaded
            """)
    void rejectsThatASwapHasDroppedAreLoadedAgain(String requested, String earlier, String decision) {
        List<ImportPlan> plans = Arrays.stream(earlier.split(" ", -1))
                .flatMap(text -> text.startsWith("R")
                        ? plans("insert", text).stream().map(ImportPlan::loadingRejects)
                        : plans("swap", text).stream())
                .toList();

        assertThat(describe(decide(plans, identity("insert", requested), "no", "no"), plans))
                .isEqualTo(decision);
    }

    /** Content R is the rejects of import 1, and the imported content those of import 2. */
    @ParameterizedTest(name = "rejects of import 2 after {0}, abandon {1}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
            A:unfinished R:completed    | no  | begin 0 beside 1
            A:unfinished R:completed    | yes | begin 0 beside 1
            A:unfinished R:unfinished   | yes | begin 0 beside 2
            A:completed R:completed     | no  | begin 0
            """)
    void rejectsOfRejectsAreImportedBesideTheFirstImport(String earlier, String abandon, String decision) {
        List<ImportPlan> two = plans("insert", earlier);
        List<ImportPlan> plans = List.of(two.get(0), numbered(two.get(1).correcting(1), 2));

        assertThat(describe(
                        decide(plans, identity("insert", "S"), List.of(), OptionalLong.of(2), "no", abandon), plans))
                .isEqualTo(decision);
    }

    private static ImportPlan numbered(ImportPlan plan, long number) {
        return plan.prepared(new PlannedCut(1, 1), number, null, plan.request(), List.of(), List.of());
    }

    @ParameterizedTest
    @CsvSource({
        "replace, begin 0 beside 1",
        "insert+update, begin 0 beside 1",
        "swap, 'refuse 1, other content'",
        "snapshot, 'refuse 1, other content'"
    })
    void rejectsOfASwapOrSnapshotWaitForItsEnd(String operation, String decision) {
        ImportPlan plan = plans(operation, "A:unfinished").get(0);
        List<ImportPlan> plans = List.of(numbered(plan, 1));

        assertThat(describe(decide(plans, identity("replace", "R"), List.of(), OptionalLong.of(1), "no", "no"), plans))
                .isEqualTo(decision);
    }

    @Test
    void importIsContinuedBesideThatOfItsRejects() {
        List<ImportPlan> plans = plans("insert", "A:unfinished R:unfinished");

        assertThat(describe(decide(plans, identity("insert", "A"), "no", "no"), plans))
                .isEqualTo("continue 1");
        assertThat(describe(decide(plans, identity("insert", "B"), "no", "no"), plans))
                .isEqualTo("refuse 2, other content");
    }

    @ParameterizedTest
    @CsvSource({"0, 'refuse 1, other content'", "5, begin 0 instead of 1"})
    void importWhoseDeletionsAreHeldIsNoObstacle(long held, String decision) {
        ImportPlan plan = plans("snapshot", "A:unfinished").get(0).with(new Deletions(9, 0, 0, 0, held, 0));

        assertThat(describe(decide(List.of(plan), identity("snapshot", "B"), "no", "no"), List.of(plan)))
                .isEqualTo(decision);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {"start, a.csv, true", "start, b.csv, false", "another, a.csv, false", "-, a.csv, false"})
    void startIsCompletedByItsImportOfTheSameFile(@Nullable String start, String file, boolean completed) {
        StoredRequest request = new StoredRequest("jobs/job.yml", List.of());
        ImportPlan plan = plan("insert", "A", "completed")
                .prepared(
                        new PlannedCut(1, 1),
                        1,
                        null,
                        request.startedBy("start").of("a.csv", List.of()),
                        List.of(),
                        List.of());

        assertThat(new ImportHistory(List.of(plan), true)
                        .completedBy(request.startedBy(start).of(file, List.of())))
                .isEqualTo(completed ? Optional.of(plan) : Optional.empty());
    }

    private static List<PlannedInput> inputs(String... files) {
        return Arrays.stream(files).map(ImportHistoryTests::input).toList();
    }

    private static PlannedInput input(String file) {
        if (file.equals("-")) {
            return new PlannedInput("-", -1, Instant.EPOCH, 0);
        }
        String digest = file.endsWith("?") ? null : file.substring(1);
        return new PlannedInput(file.substring(0, 1), file.charAt(1), Instant.EPOCH, 0, null, digest);
    }

    /** Returns the content of files: that of a single one is its digest. */
    private static String content(List<PlannedInput> files) {
        return files.stream()
                .map(file -> file.size() < 0 ? "random" : Character.toString((int) file.size()))
                .collect(Collectors.joining());
    }

    private static ImportDecision decide(
            List<ImportPlan> plans, ImportIdentity requested, String again, String abandon) {
        return decide(plans, requested, List.of(), again, abandon);
    }

    private static ImportDecision decide(
            List<ImportPlan> plans, ImportIdentity requested, List<PlannedInput> files, String again, String abandon) {
        return decide(plans, requested, files, OptionalLong.empty(), again, abandon);
    }

    private static ImportDecision decide(
            List<ImportPlan> plans,
            ImportIdentity requested,
            List<PlannedInput> files,
            OptionalLong corrects,
            String again,
            String abandon) {
        List<ImportPlan> newestFirst = new ArrayList<>(plans);
        Collections.reverse(newestFirst);
        return new ImportHistory(newestFirst, false)
                .decide(
                        requested,
                        files,
                        files,
                        corrects,
                        again.equals("yes"),
                        again.equals("forgotten"),
                        abandon.equals("yes"));
    }

    private static String describe(ImportDecision decision, List<ImportPlan> plans) {
        if (decision instanceof ImportDecision.Continue unfinished) {
            return "continue " + (plans.indexOf(unfinished.plan()) + 1);
        }
        if (decision instanceof ImportDecision.NothingToDo nothing) {
            return "nothing " + (plans.indexOf(nothing.loaded()) + 1);
        }
        if (decision instanceof ImportDecision.Refuse refuse) {
            return "refuse " + (plans.indexOf(refuse.earlier()) + 1) + ", "
                    + refuse.obstacle().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
        if (decision instanceof ImportDecision.RefuseFiles refuse) {
            return refuse.loaded().entrySet().stream()
                    .map(file -> "%s%s by %d"
                            .formatted(
                                    file.getKey().path(), file.getKey().digest(), plans.indexOf(file.getValue()) + 1))
                    .collect(Collectors.joining(" "));
        }
        ImportDecision.Begin begin = (ImportDecision.Begin) decision;
        StringBuilder text = new StringBuilder("begin " + begin.identity().again());
        begin.corrected().ifPresent(plan -> text.append(" beside ").append(plans.indexOf(plan) + 1));
        begin.superseded().forEach(plan -> text.append(" instead of ").append(plans.indexOf(plan) + 1));
        return text.toString();
    }

    private static List<ImportPlan> plans(String operation, String earlier) {
        return earlier.equals("-")
                ? List.of()
                : Arrays.stream(earlier.split(" ", -1))
                        .map(text -> text.split(":", -1))
                        .map(parts -> plan(operation, parts[0], parts[1]))
                        .toList();
    }

    private static ImportPlan plan(String operation, String content, String state) {
        ImportIdentity identity = identity(operation, content);
        return switch (state) {
            case "planned" -> plan(identity, ImportState.UNFINISHED, false, false);
            case "unsent" -> plan(identity, ImportState.UNFINISHED, true, false);
            case "unfinished-earlier-version" -> plan(identity, ImportState.UNFINISHED, true, null);
            default -> plan(identity, ImportState.valueOf(state.toUpperCase(Locale.ROOT)), true, true);
        };
    }

    private static ImportPlan plan(String operation, List<PlannedInput> inputs, String state) {
        return plan(
                identity(operation, content(inputs)),
                inputs,
                ImportState.valueOf(state.toUpperCase(Locale.ROOT)),
                true,
                true);
    }

    private static ImportPlan plan(ImportIdentity identity, ImportState state, boolean begun, @Nullable Boolean sent) {
        return plan(identity, List.of(), state, begun, sent);
    }

    private static ImportPlan plan(
            ImportIdentity identity,
            List<PlannedInput> inputs,
            ImportState state,
            boolean begun,
            @Nullable Boolean sent) {
        Binary none = new Binary(new byte[0]);
        return new ImportPlan(
                identity.key(),
                identity,
                1,
                null,
                state,
                new StoredRequest("jobs/job.yml", List.of()),
                new CsvHead(none, none),
                inputs,
                begun ? new PlannedCut(1, 1) : null,
                null,
                null,
                sent,
                null,
                Instant.EPOCH,
                null,
                List.of(),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    private static ImportIdentity identity(String operation, String content) {
        String[] repetition = content.split("\\+", -1);
        String[] target = repetition[0].split("@", -1);
        String[] meaning = target[0].split("/", -1);
        return new ImportIdentity(
                "job",
                meaning[0],
                target.length == 1 ? "db.target" : "db." + target[1],
                operation,
                meaning.length == 1 ? "meaning" : meaning[1],
                repetition.length == 1 ? 0 : Integer.parseInt(repetition[1]));
    }
}
