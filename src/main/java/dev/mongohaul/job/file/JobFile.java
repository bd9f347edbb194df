package dev.mongohaul.job.file;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.mongohaul.mapping.type.Blanks;
import dev.mongohaul.mapping.type.FieldSpec;
import dev.mongohaul.mapping.type.Unlisted;
import dev.mongohaul.text.Quoted;
import dev.mongohaul.text.Rules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Job as its file and the parameters of this run describe it. Every setting has a value, and every rule that needs no
 * input holds.
 *
 * @param name the file's name without its suffix
 * @param path the file
 * @param fields column to what it becomes, in the file's order
 * @param nulls cells equal to one of these are blank
 */
public record JobFile(
        String name,
        Path path,
        @Nullable String description,
        @Nullable String entity,
        Source source,
        Target target,
        Map<String, FieldSpec> fields,
        Unlisted unlisted,
        Blanks blanks,
        List<String> nulls,
        Write write,
        Partition partition,
        Rejects rejects,
        Unfinished unfinished,
        Empty empty,
        @Nullable Schedule schedule,
        @JsonProperty("notify") Notify notices,
        @Nullable Duration retention) {

    /** Younger imports may have pending notifications. */
    public static final Duration SHORTEST_RETENTION = Duration.ofDays(1);

    private static final Duration LONGEST_RETENTION = Duration.ofDays(36_500);

    private static final String CLASS_NAME = "[\\p{L}_$][\\p{L}\\p{N}_$]*(\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*";

    /** A long enough repetition would exhaust the stack of the pattern's matcher. */
    private static final int MAX_CLASS_NAME = 500;

    public JobFile {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        nulls = List.copyOf(nulls);
        Rules rules = new Rules();
        rules.require(
                name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,99}"),
                Quoted.text(name) + " is not a job name: rename the file to 1 to 100 letters, digits, dots, hyphens and"
                        + " underscores, the first a letter or digit");
        rules.require(
                description == null || description.lines().count() <= 1,
                "has several lines: one is allowed",
                "description");
        if (entity != null) {
            rules.require(
                    entity.length() <= MAX_CLASS_NAME && entity.matches(CLASS_NAME),
                    Quoted.text(entity) + " is not a class name such as com.example.Product",
                    "entity");
        }
        rules.distinct(nulls, "nulls");
        rules.require(
                schedule == null || !source.isStandardInput(),
                "reads standard input, which is empty when a schedule is due: name files",
                "source",
                "files");
        rules.require(
                retention == null || retention.compareTo(SHORTEST_RETENTION) >= 0,
                retention + " is too short: what is known of an import is kept for 1d at least",
                "retention");
        rules.require(
                retention == null || retention.compareTo(LONGEST_RETENTION) <= 0,
                retention + " is too long: at most 36500d, or leave it out to keep it for ever",
                "retention");
        new ColumnRules(rules, source, target, fields, unlisted, write).check();
        new FieldRules(rules, fields, target).check();
        rules.enforce();
    }

    /** Treatment of an unfinished import when other content arrives. */
    public enum Unfinished {
        /** The next import is refused. */
        REFUSE,
        /** The unfinished import is abandoned. */
        ABANDON
    }

    /** Treatment of an input without a file or a record. */
    public enum Empty {
        /** An error. */
        FAIL,
        /** Nothing to do. */
        OK
    }
}
