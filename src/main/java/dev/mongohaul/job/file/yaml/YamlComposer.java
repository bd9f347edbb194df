package dev.mongohaul.job.file.yaml;

import dev.mongohaul.job.file.JobFileProblem;
import dev.mongohaul.job.file.yaml.Scalar.Style;
import dev.mongohaul.job.file.yaml.YamlReader.Unreadable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/** Makes nodes of a parser's events. Serves one text. */
final class YamlComposer {

    private static final int MAX_DEPTH = 16;
    private static final int MAX_ALIASES = 50;

    private final Iterator<Event> events;
    private final Place source;
    private final List<JobFileProblem> problems;
    private final Map<Anchor, Node> anchored = new HashMap<>();
    private final Deque<String> key = new ArrayDeque<>();
    private int aliases;

    YamlComposer(Iterator<Event> events, Place source, List<JobFileProblem> problems) {
        this.events = events;
        this.source = source;
        this.problems = problems;
    }

    /** A parameter has no lines, a file has. */
    static Place onLine(Place source, int line) {
        return source.line() == 0 ? source : source.atLine(line);
    }

    Node document() {
        Event event = skipTo(Event.ID.DocumentStart, Event.ID.StreamEnd);
        if (event.getEventId() == Event.ID.StreamEnd) {
            return broken(source, "is empty: a job names at least source.files and target.collection");
        }
        Event first = events.next();
        Node node = node(first, place(first));
        Event next = skipTo(Event.ID.DocumentStart, Event.ID.StreamEnd);
        return next.getEventId() == Event.ID.StreamEnd
                ? node
                : broken(place(next), "holds a second document after ---: one file is one job");
    }

    private Event skipTo(Event.ID one, Event.ID other) {
        Event event = events.next();
        while (event.getEventId() != one && event.getEventId() != other) {
            event = events.next();
        }
        return event;
    }

    private Node node(Event event, Place place) {
        if (event instanceof AliasEvent alias) {
            return aliased(alias, place);
        }
        if (tag(event).isPresent()) {
            problem(
                    place,
                    "has the tag " + tag(event).get().replace("tag:yaml.org,2002:", "!!")
                            + ": tags are not allowed, write the value alone");
        }
        int aliasesBefore = aliases;
        Node node = untagged(event, place);
        if (aliases == aliasesBefore) {
            ((NodeEvent) event).getAnchor().ifPresent(anchor -> anchored.put(anchor, node));
        }
        return tag(event).isPresent() ? new Broken(place) : node;
    }

    private static Optional<String> tag(Event event) {
        return event instanceof ScalarEvent scalar ? scalar.getTag() : ((CollectionStartEvent) event).getTag();
    }

    private Node untagged(Event event, Place place) {
        if (event instanceof ScalarEvent scalar) {
            return scalar(scalar, place);
        }
        if (key.size() >= MAX_DEPTH) {
            throw new Unreadable(JobFileProblem.of(
                    place, List.of(), "nests deeper than " + MAX_DEPTH + " levels, which no job needs"));
        }
        return event instanceof MappingStartEvent ? mapping(place) : sequence(place);
    }

    private Node scalar(ScalarEvent event, Place place) {
        Scalar scalar = new Scalar(event.getValue(), event.isPlain() ? Style.PLAIN : Style.QUOTED, place);
        return scalar.isNull()
                ? broken(place, "has no value: give one or leave the key out; a text such as \"null\" goes in quotes")
                : scalar;
    }

    private Node sequence(Place place) {
        List<Node> elements = new ArrayList<>();
        for (Event event = events.next(); event.getEventId() != Event.ID.SequenceEnd; event = events.next()) {
            key.addLast("[" + elements.size() + "]");
            elements.add(node(event, place(event)));
            key.removeLast();
        }
        return new Sequence(elements, place);
    }

    private Node mapping(Place place) {
        Map<String, Node> entries = new LinkedHashMap<>();
        for (Event event = events.next(); event.getEventId() != Event.ID.MappingEnd; event = events.next()) {
            Place keyPlace = place(event);
            if (!(event instanceof ScalarEvent scalar) || scalar.getTag().isPresent()) {
                throw new Unreadable(
                        JobFileProblem.of(keyPlace, List.copyOf(key), "has a key that is not a plain name"));
            }
            String name = scalar.getValue();
            key.addLast(name);
            Node value = node(events.next(), keyPlace);
            Node earlier = entries.putIfAbsent(name, value);
            if (earlier != null) {
                problem(
                        keyPlace,
                        "is given twice, first on line " + earlier.place().line() + ": remove one");
            }
            key.removeLast();
        }
        return new Mapping(entries, place);
    }

    private Node aliased(AliasEvent event, Place place) {
        if (++aliases > MAX_ALIASES) {
            throw new Unreadable(JobFileProblem.of(
                    place, List.of(), "has more than " + MAX_ALIASES + " aliases (*), which is the limit"));
        }
        Anchor anchor = event.getAlias();
        Node node = anchored.get(anchor);
        return node != null
                ? node.at(place)
                : broken(
                        place,
                        "is an alias of *" + anchor.getValue()
                                + ", which is not a complete value before it without aliases of its own");
    }

    private Node broken(Place place, String message) {
        problem(place, message);
        return new Broken(place);
    }

    private void problem(Place place, String message) {
        problems.add(JobFileProblem.of(place, List.copyOf(key), message));
    }

    private Place place(Event event) {
        return onLine(
                source, event.getStartMark().map(mark -> mark.getLine() + 1).orElse(1));
    }
}
