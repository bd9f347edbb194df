package dev.mongohaul.repository.plan;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Result of the last verification of an import, stored with its plan.
 *
 * @param at when it ended, in this machine's time; of a pending one, when it began
 * @param seconds that it took
 * @param equal records whose documents are in the target
 * @param different documents with other values
 * @param missing documents that the target lacks
 * @param extra documents of the target that should not be there
 * @param changedMeanwhile documents that changed while they were compared
 * @param laterImports numbers of later imports and undos that may explain differences
 * @param reason why it cannot be known; null if it is known, or if later imports are the reason
 */
public record ImportVerification(
        Verified verified,
        Instant at,
        double seconds,
        long equal,
        long different,
        long missing,
        long extra,
        long changedMeanwhile,
        List<Long> laterImports,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String reason)
        implements PhaseResult {

    static final String PHASE = "verification";

    public ImportVerification {
        laterImports = List.copyOf(laterImports);
    }

    /** Returns the mark of a verification that begins now. */
    public static ImportVerification pending() {
        return without(Verified.PENDING, 0, null);
    }

    /** Returns the result of a verification that could not compare. */
    public static ImportVerification unknown(double seconds, String reason) {
        return without(Verified.UNKNOWN, seconds, reason);
    }

    private static ImportVerification without(Verified verified, double seconds, @Nullable String reason) {
        return new ImportVerification(verified, Instant.now(), seconds, 0, 0, 0, 0, 0, List.of(), reason);
    }

    @Override
    public String phase() {
        return PHASE;
    }

    @Override
    public String participle() {
        return "verified";
    }

    @Override
    public List<String> words() {
        return Stream.of(Verified.EQUAL, Verified.DIFFERENT, Verified.UNKNOWN)
                .map(Verified::word)
                .toList();
    }

    @Override
    public String word() {
        return verified.word();
    }

    @Override
    public String alarm() {
        return "unverified";
    }

    @Override
    public String command() {
        return "verify";
    }

    @Override
    public Map<String, Long> figures() {
        Map<String, Long> figures = new LinkedHashMap<>();
        figures.put("equal", equal);
        figures.put("different", different);
        figures.put("missing", missing);
        figures.put("extra", extra);
        return figures;
    }

    @Override
    public String text() {
        return switch (verified) {
            case PENDING -> "pending: the same command verifies the import";
            case EQUAL -> String.format(Locale.ROOT, "equal: %,d document%s", equal, equal == 1 ? "" : "s");
            case DIFFERENT -> "different: " + counts();
            case UNKNOWN -> "unknown: " + (reason == null ? counts() + later() : reason);
        };
    }

    private String counts() {
        return String.format(
                Locale.ROOT,
                "%,d different, %,d missing, %,d extra, %,d equal%s",
                different,
                missing,
                extra,
                equal,
                changedMeanwhile == 0 ? "" : String.format(Locale.ROOT, ", %,d changed meanwhile", changedMeanwhile));
    }

    private String later() {
        return laterImports.isEmpty() ? "" : "; later imports may explain that";
    }

    @Override
    @JsonIgnore
    public boolean isDoubtful() {
        return verified == Verified.DIFFERENT || verified == Verified.UNKNOWN;
    }

    @Override
    public boolean needsAttention() {
        return isDoubtful() && (reason != null || different + missing + extra + changedMeanwhile > 0);
    }

    @Override
    @JsonIgnore
    public boolean isPending() {
        return verified == Verified.PENDING;
    }

    @Override
    @JsonIgnore
    public boolean isGood() {
        return PhaseResult.super.isGood();
    }
}
