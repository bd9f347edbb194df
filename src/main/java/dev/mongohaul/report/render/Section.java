package dev.mongohaul.report.render;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a sheet; of what it has, in this order.
 *
 * @param title empty where it needs none
 * @param curves for pages alone
 * @param notes sentences below the table
 * @param settings as lines of a job file, for pages alone; empty where there are none
 */
public record Section(
        String title,
        List<Fact> facts,
        List<Curve> curves,
        @Nullable Grid grid,
        List<String> notes,
        String settings) {

    public Section {
        facts = List.copyOf(facts);
        curves = List.copyOf(curves);
        notes = List.copyOf(notes);
    }

    static Section of(String title, List<Fact> facts) {
        return new Section(title, facts, List.of(), null, List.of(), "");
    }

    static Section of(String title, Grid grid, String... notes) {
        return new Section(title, List.of(), List.of(), grid, List.of(notes), "");
    }

    static Section ofNote(String title, String note) {
        return new Section(title, List.of(), List.of(), null, List.of(note), "");
    }

    Section with(List<Curve> otherCurves) {
        return new Section(title, facts, otherCurves, grid, notes, settings);
    }
}
