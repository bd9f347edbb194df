package dev.mongohaul.job.file.yaml;

import java.util.List;

/** A list. */
public record Sequence(List<Node> elements, Place place) implements Node {

    public Sequence {
        elements = List.copyOf(elements);
    }

    @Override
    public Node at(Place other) {
        return new Sequence(elements, other);
    }

    @Override
    public String shown() {
        return elements.isEmpty() ? "an empty list" : "a list";
    }
}
