package dev.mongohaul.repository.run;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.ne;
import static com.mongodb.client.model.Filters.nin;
import static com.mongodb.client.model.Filters.or;

import com.google.re2j.Pattern;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Runs that are wanted.
 *
 * @param job name, in which {@code *} stands for any characters; null for all jobs
 * @param standings running and killed, if runs in these states are wanted
 * @param endings of runs that ended; all runs are wanted if there is neither an ending nor a standing
 * @param since earliest start; null if there is none
 * @param until latest start, exclusive; null if there is none
 */
public record RunFilter(
        @Nullable String job,
        Set<RunStanding> standings,
        Set<ImportEnding> endings,
        @Nullable Instant since,
        @Nullable Instant until) {

    public static final RunFilter ALL = new RunFilter(null, Set.of(), Set.of(), null, null);

    private static final String EXIT_CODE = "exitStatus.exitCode";
    private static final String END = "endTime";
    private static final String ANY = "*";

    /** Returns the pattern of job names; null for all jobs. It is matched in linear time, since those who may view name it. */
    @Nullable
    Pattern jobs() {
        return job == null || job.equals(ANY)
                ? null
                : Pattern.compile(
                        Arrays.stream(job.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")),
                        Pattern.DOTALL);
    }

    /** Returns the filter of executions. It also finds running ones if killed ones are wanted, and vice versa. */
    Bson executions() {
        List<Bson> all = new ArrayList<>();
        if (since != null) {
            all.add(started(gte("startTime", Date.from(since)), gte("createTime", Date.from(since))));
        }
        if (until != null) {
            all.add(started(lt("startTime", Date.from(until)), lt("createTime", Date.from(until))));
        }
        List<Bson> any = new ArrayList<>();
        if (!standings.isEmpty()) {
            any.add(eq(END, null));
            any.add(eq(EXIT_CODE, Run.KILLED));
        }
        if (!endings.isEmpty()) {
            any.add(and(ne(END, null), ended()));
        }
        if (!any.isEmpty()) {
            all.add(or(any));
        }
        return all.isEmpty() ? new Document() : and(all);
    }

    private static Bson started(Bson started, Bson created) {
        return or(started, and(eq("startTime", null), created));
    }

    /** Unknown exit codes count as failed, as {@link ImportEnding#of} has it. */
    private Bson ended() {
        if (!endings.contains(ImportEnding.FAILED)) {
            return in(EXIT_CODE, codes(endings));
        }
        Set<ImportEnding> others = EnumSet.allOf(ImportEnding.class);
        others.removeAll(endings);
        List<String> unwanted = new ArrayList<>(codes(others));
        unwanted.add(Run.KILLED);
        return nin(EXIT_CODE, unwanted);
    }

    private static List<String> codes(Set<ImportEnding> endings) {
        return endings.stream().map(ImportEnding::exitCode).toList();
    }

    /** Returns whether a run that {@link #executions} found is wanted; only its plan shows whether its process lives. */
    boolean admits(Run run) {
        boolean all = standings.isEmpty() && endings.isEmpty();
        return all
                || (run.standing() == RunStanding.ENDED
                        ? endings.contains(run.ending())
                        : standings.contains(run.standing()));
    }
}
