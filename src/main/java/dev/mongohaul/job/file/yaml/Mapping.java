package dev.mongohaul.job.file.yaml;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Keys and their values, in the order in which they were written. */
public record Mapping(Map<String, Node> entries, Place place) implements Node {

    public Mapping {
        entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }

    @Override
    public Node at(Place other) {
        return new Mapping(entries, other);
    }

    @Override
    public String shown() {
        return "a group of keys";
    }

    /**
     * This mapping with one value set, however deep; as it is where a value on the way has no keys. A group that was
     * missing is where this mapping is: the paths that are its defaults do not start where the value was written.
     */
    public Mapping with(List<String> key, Node value) {
        String name = key.get(0);
        Map<String, Node> changed = new LinkedHashMap<>(entries);
        if (key.size() == 1) {
            changed.put(name, value);
        } else if (entries.getOrDefault(name, new Mapping(Map.of(), place)) instanceof Mapping inner) {
            changed.put(name, inner.with(key.subList(1, key.size()), value));
        }
        return new Mapping(changed, place);
    }

    /** Where a key is written, or the group that it is missing from. */
    public Place placeOf(List<String> key) {
        Node node = this;
        for (String name : key) {
            Node next = child(node, name);
            if (next == null) {
                break;
            }
            node = next;
        }
        return node.place();
    }

    private static @Nullable Node child(Node node, String name) {
        if (node instanceof Mapping mapping) {
            return mapping.entries.get(name);
        }
        if (node instanceof Sequence sequence && name.matches("\\[[0-9]{1,6}]")) {
            int index = Integer.parseInt(name.substring(1, name.length() - 1));
            return index < sequence.elements().size() ? sequence.elements().get(index) : null;
        }
        return null;
    }
}
