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
 * @param statuses all runs are wanted if there is none
 * @param since earliest start; null if there is none
 * @param until latest start, exclusive; null if there is none
 */
public record RunFilter(
        @Nullable String job,
        Set<RunStatus> statuses,
        @Nullable Instant since,
        @Nullable Instant until) {

    public static final RunFilter ALL = new RunFilter(null, Set.of(), null, null);

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

    /** Returns whether runs of a job are wanted. */
    public boolean hasJob(String name) {
        Pattern jobs = jobs();
        return jobs == null || jobs.matches(name);
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
        if (!endings().containsAll(statuses)) {
            any.add(eq(END, null));
            any.add(eq(EXIT_CODE, RunStatus.KILLED.exitCode()));
        }
        if (!endings().isEmpty()) {
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

    /** Unknown exit codes count as failed, as {@link RunStatus#of} has it. */
    private Bson ended() {
        Set<RunStatus> wanted = endings();
        if (!wanted.contains(RunStatus.FAILED)) {
            return in(EXIT_CODE, codes(wanted));
        }
        return nin(EXIT_CODE, codes(EnumSet.complementOf(EnumSet.copyOf(wanted))));
    }

    private Set<RunStatus> endings() {
        return statuses.stream().filter(RunStatus::ended).collect(Collectors.toSet());
    }

    private static List<String> codes(Set<RunStatus> statuses) {
        return statuses.stream().map(RunStatus::exitCode).toList();
    }

    /** Returns whether a run that {@link #executions} found is wanted; only its plan shows whether its process lives. */
    boolean admits(Run run) {
        return statuses.isEmpty() || statuses.contains(run.status());
    }
}
