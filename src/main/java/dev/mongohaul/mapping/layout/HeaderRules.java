package dev.mongohaul.mapping.layout;

import dev.mongohaul.mapping.type.MappingSpec;
import dev.mongohaul.mapping.type.Unlisted;
import dev.mongohaul.text.NearestName;
import dev.mongohaul.text.Printable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Check that the header has the columns that the job file names, and no others if it refuses them. */
final class HeaderRules {

    /** The most names of a header in a message; the number of the others follows. */
    private static final int SHOWN_NAMES = 30;

    private final MappingSpec spec;
    private final Set<String> header;

    HeaderRules(MappingSpec spec) {
        this.spec = spec;
        this.header = new HashSet<>(spec.columns());
    }

    List<String> problems() {
        List<String> problems = new ArrayList<>();
        spec.fields().keySet().stream()
                .filter(this::isMissing)
                .forEach(name -> problems.add("fields names the column " + missing(name)));
        spec.idColumns().stream()
                .filter(this::isMissing)
                .forEach(name -> problems.add("the id names the column " + missing(name)));
        spec.leftOut().stream()
                .filter(this::isMissing)
                .forEach(name -> problems.add("the operation names the column " + missing(name)));
        List<String> unlisted = unlisted();
        if (spec.unlisted() == Unlisted.REFUSE && !unlisted.isEmpty()) {
            problems.add("the header has columns that fields does not list, which unlisted: refuse forbids: "
                    + listed(unlisted));
        }
        return problems;
    }

    private boolean isMissing(String name) {
        return !header.contains(name) && !spec.isConstant(name);
    }

    private List<String> unlisted() {
        return spec.columns().stream()
                .filter(name -> !spec.fields().containsKey(name))
                .filter(name -> !spec.idColumns().contains(name))
                .filter(name -> !spec.leftOut().contains(name))
                .toList();
    }

    private String missing(String name) {
        Optional<String> nearest = NearestName.of(name, spec.columns());
        return '"' + Printable.excerpt(name) + "\", which the header lacks"
                + nearest.map(meant -> "; did you mean \"" + Printable.excerpt(meant) + "\"?")
                        .orElse(".")
                + " The header has: " + listed(spec.columns());
    }

    private static String listed(List<String> names) {
        int more = names.size() - SHOWN_NAMES;
        return names.stream()
                        .limit(SHOWN_NAMES)
                        .map(name -> '"' + Printable.excerpt(name) + '"')
                        .collect(Collectors.joining(", "))
                + (more > 0 ? " and " + more + " more" : "");
    }
}
