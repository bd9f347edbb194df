package dev.mongohaul.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The different texts of a column if they are few, and their pattern if all of them are built alike. */
final class CellShape {

    private static final int MOST_TEXTS = 10;
    private static final int LONGEST_TEXT = 100;
    private static final int MOST_RUNS = 9;

    private static final Map<String, String> CLASSES = new LinkedHashMap<>();

    static {
        CLASSES.put("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "[A-Z]");
        CLASSES.put("abcdefghijklmnopqrstuvwxyz", "[a-z]");
        CLASSES.put("0123456789", "[0-9]");
    }

    private @Nullable TreeSet<String> texts = new TreeSet<>();
    private @Nullable List<Run> runs;
    private boolean regular = true;

    void add(String text) {
        if (texts != null) {
            texts.add(text);
            if (texts.size() > MOST_TEXTS || text.length() > LONGEST_TEXT) {
                texts = null;
            }
        }
        if (regular) {
            List<Run> found = runs(text);
            runs = runs == null ? found : merged(runs, found);
            regular = !runs.isEmpty();
        }
    }

    /** Returns the runs of characters of one class; empty for a text that is no code. */
    private static List<Run> runs(String text) {
        List<Run> runs = new ArrayList<>();
        for (int at = 0; at < text.length(); at++) {
            char character = text.charAt(at);
            String kind = CLASSES.entrySet().stream()
                    .filter(known -> known.getKey().indexOf(character) >= 0)
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse("-_./:#".indexOf(character) < 0 ? "" : character == '.' ? "\\." : "" + character);
            Run last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
            if (kind.isEmpty() || runs.size() > MOST_RUNS) {
                return List.of();
            }
            if (last != null && last.kind.equals(kind)) {
                runs.set(runs.size() - 1, new Run(kind, last.fewest + 1, last.most + 1));
            } else {
                runs.add(new Run(kind, 1, 1));
            }
        }
        return runs;
    }

    private static List<Run> merged(List<Run> some, List<Run> others) {
        boolean alike = some.size() == others.size()
                && IntStream.range(0, some.size())
                        .allMatch(index -> some.get(index).kind.equals(others.get(index).kind));
        return alike
                ? IntStream.range(0, some.size())
                        .mapToObj(index -> some.get(index).and(others.get(index)))
                        .toList()
                : List.of();
    }

    /** Returns all texts, sorted; none if they are many. */
    List<String> texts() {
        return texts == null ? List.of() : List.copyOf(texts);
    }

    /** Returns the pattern of codes; empty if the texts are not alike, or are words. */
    Optional<String> pattern() {
        List<Run> alike = runs == null ? List.of() : runs;
        boolean isCode = alike.size() == 1
                ? alike.get(0).fewest == alike.get(0).most && !alike.get(0).kind.equals("[a-z]")
                : alike.stream().anyMatch(run -> run.kind.equals("[0-9]"));
        return isCode ? Optional.of(alike.stream().map(Run::toString).collect(Collectors.joining())) : Optional.empty();
    }

    /** A number of characters of one class. */
    private record Run(String kind, int fewest, int most) {

        Run and(Run other) {
            return new Run(kind, Math.min(fewest, other.fewest), Math.max(most, other.most));
        }

        @Override
        public String toString() {
            return kind + (most == 1 ? "" : "{" + fewest + (fewest == most ? "" : "," + most) + "}");
        }
    }
}
