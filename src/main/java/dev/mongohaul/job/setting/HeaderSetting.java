package dev.mongohaul.job.setting;

import java.util.List;

/**
 * What names the columns.
 *
 * @param names of the columns, in their order; empty: the input's first record holds them
 */
public record HeaderSetting(List<String> names) {

    /** The first record of the input. */
    public static final HeaderSetting IN_INPUT = new HeaderSetting(List.of());

    public HeaderSetting {
        names = List.copyOf(names);
    }

    public boolean isInInput() {
        return names.isEmpty();
    }
}
