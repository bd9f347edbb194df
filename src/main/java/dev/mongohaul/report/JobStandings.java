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

/** Tells how all jobs stand, by three short queries each. Thread-safe; asks the server anew each time. */
public final class JobStandings {

    private final PastImports imports;
    private final SlotHistory slots;

    public JobStandings(Runs runs, Slots slots) {
        this.imports = runs.imports();
        this.slots = slots.history();
    }

    /**
     * All jobs that were ever run, or had a slot, by name.
     *
     * @param since slots that are counted were due then, or later
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
}
