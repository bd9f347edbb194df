package dev.mongohaul.repository.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decision about a setting of a job that was inferred, and why.
 *
 * @param setting full key of a job file; empty for a fact about the whole input
 * @param value as a job file has it; null if the decision sets none
 * @param why null where nothing was close
 * @param sentence the same with the option that changes it; null where nothing needs a look
 * @param evidence types that a column may have, with the cells that decided; charsets that are possible as well
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Decision(
        String setting,
        @Nullable String value,
        @Nullable String why,
        @Nullable String sentence,
        List<String> evidence) {}
