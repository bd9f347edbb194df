package dev.mongohaul.report;

import dev.mongohaul.repository.PastImports;
import dev.mongohaul.repository.Runs;
import dev.mongohaul.schedule.Slot.SlotState;
import dev.mongohaul.schedule.SlotHistory;
import dev.mongohaul.schedule.Slots;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Status of all jobs, from three short queries per job and call. Thread-safe. */
public final class JobStandings {

    private final PastImports imports;
    private final SlotHistory slots;

    public JobStandings(Runs runs, Slots slots) {
        this.imports = runs.imports();
        this.slots = slots.history();
    }

    /**
     * Returns all jobs that have an import or a slot, by name.
     *
     * @param since earliest due time of the slots that are counted
     */
    public List<JobStanding> since(Instant since) {
        return imports.jobs().stream()
                .map(job -> new JobStanding(job, imports.lastCompleted(job).orElse(null), slots(job, since)))
                .toList();
    }

    private Map<String, Long> slots(String job, Instant since) {
        Map<SlotState, Long> counts = slots.counts(job, since);
        counts.remove(SlotState.WATCHED);
        if (counts.isEmpty() && slots.recent(job, 1).isEmpty()) {
            return Map.of();
        }
        Map<String, Long> named = new HashMap<>();
        for (SlotState state : SlotState.values()) {
            if (state != SlotState.WATCHED) {
                named.put(state.name().toLowerCase(Locale.ROOT), counts.getOrDefault(state, 0L));
            }
        }
        return named;
    }

    /**
     * Status of one job.
     *
     * @param lastCompleted end of its last completed import; null if there is none
     * @param slots number of slots by state, with all states; empty if it has no slot
     */
    public record JobStanding(String job, @Nullable Instant lastCompleted, Map<String, Long> slots) {

        public JobStanding {
            slots = Map.copyOf(slots);
        }
    }
}
