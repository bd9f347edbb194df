package dev.mongohaul.reject;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Rejects grouped by their reasons, in bounded memory: the rejects of further reasons are counted only. */
public final class RejectGroups {

    static final int MOST_GROUPS = 1_000;
    static final int MOST_SAMPLES = 3;

    private final Map<Key, Group> groups = new LinkedHashMap<>();
    private long ungrouped;

    public void add(Reject reject) {
        RejectReason reason = reject.reason();
        ReasonPattern pattern = ReasonPattern.of(reason);
        Key key = new Key(reason.cell() == null ? 0 : reason.cell().number(), reason.code(), pattern.words());
        Group group = groups.get(key);
        if (group == null && groups.size() == MOST_GROUPS) {
            ungrouped++;
        } else if (group == null) {
            groups.put(key, new Group(reject, pattern));
        } else {
            group.add(reject, pattern);
        }
    }

    /** Returns the groups, the most frequent first; of equally frequent ones, the one that came first. */
    public List<RejectGroup> list() {
        return sorted().map(Group::result).toList();
    }

    RejectReasons mostFrequent(int most) {
        List<Group> listed = sorted().limit(most).toList();
        long total = groups.values().stream().mapToLong(group -> group.count).sum();
        return new RejectReasons(
                total,
                listed.stream().map(Group::result).toList(),
                total - listed.stream().mapToLong(group -> group.count).sum(),
                listed.stream().flatMap(group -> group.offsets.stream()).toList());
    }

    private Stream<Group> sorted() {
        return groups.values().stream()
                .sorted(Comparator.<Group>comparingLong(group -> group.count).reversed());
    }

    /** Returns the number of rejects whose reasons were too many to be listed. */
    public long ungrouped() {
        return ungrouped;
    }

    /** @param column 0 where it is the record as a whole */
    private record Key(int column, @Nullable Integer code, List<String> words) {}

    private static final class Group {

        private final RejectReason first;
        private final ReasonPattern pattern;
        private final List<RejectSample> samples = new ArrayList<>(MOST_SAMPLES);
        private final List<Long> offsets = new ArrayList<>(MOST_SAMPLES);
        private long count = 1;

        private Group(Reject first, ReasonPattern pattern) {
            this.first = first.reason();
            this.pattern = pattern;
            keep(first);
        }

        private void keep(Reject sample) {
            samples.add(RejectSample.of(sample));
            offsets.add(sample.record().offset());
        }

        private void add(Reject reject, ReasonPattern other) {
            count++;
            pattern.admit(other);
            if (samples.size() == MOST_SAMPLES && saysMore(reject)) {
                samples.remove(MOST_SAMPLES - 1);
                offsets.remove(MOST_SAMPLES - 1);
            }
            if (samples.size() < MOST_SAMPLES) {
                keep(reject);
            }
        }

        /** Returns whether a number shows both separators, and no sample does. */
        private boolean saysMore(Reject reject) {
            RejectedCell cell = reject.reason().cell();
            return cell != null
                    && NumberHint.hasBothSeparators(cell.value())
                    && samples.stream().noneMatch(sample -> NumberHint.hasBothSeparators(sample.value()));
        }

        private RejectGroup result() {
            String column = first.cell() == null ? null : first.cell().column();
            return new RejectGroup(pattern.toString(), column, first.code(), count, List.copyOf(samples));
        }
    }
}
