package dev.mongohaul.report.render;

import java.util.List;

/** A report laid out, for a terminal or for a page. */
public record Sheet(String title, List<Section> sections) {

    public Sheet {
        sections = List.copyOf(sections);
    }
}
