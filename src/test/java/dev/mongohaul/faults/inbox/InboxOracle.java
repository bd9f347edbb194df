package dev.mongohaul.faults.inbox;

import static dev.mongohaul.faults.oracle.Invariant.HONEST_COUNTS;
import static dev.mongohaul.faults.oracle.Invariant.NOTHING_ALTERED;
import static dev.mongohaul.faults.oracle.Invariant.NOTHING_DOUBLED;
import static dev.mongohaul.faults.oracle.Invariant.NOTHING_LOST;
import static dev.mongohaul.faults.oracle.Invariant.NO_LEAK;

import dev.mongohaul.faults.inbox.Delivery.Fate;
import dev.mongohaul.faults.oracle.Invariant;
import dev.mongohaul.faults.oracle.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Compares documents, files and the repository with what the sender delivered. */
public final class InboxOracle {

    private final Inbox inbox;
    private final InboxState state;
    private final List<Violation> violations = new ArrayList<>();

    private InboxOracle(Inbox inbox, InboxState state) {
        this.inbox = inbox;
        this.state = state;
    }

    /** Returns the violations while no import runs: a file that is gone was imported, and moved files are whole. */
    public static List<Violation> afterKill(Inbox inbox, InboxState state) {
        InboxOracle oracle = new InboxOracle(inbox, state);
        oracle.requireGoneIsImported();
        return oracle.violations;
    }

    /** Returns the violations after all files were imported. */
    public static List<Violation> atEnd(Inbox inbox, InboxState state, Path rejects) {
        InboxOracle oracle = new InboxOracle(inbox, state);
        oracle.requireGoneIsImported();
        List<Content> order = oracle.requirePlans(rejects);
        oracle.requireDocuments(order);
        oracle.requireFiles();
        oracle.requireNothingWaits();
        return oracle.violations;
    }

    private void add(Invariant invariant, String what) {
        violations.add(new Violation(invariant, what));
    }

    private Map<Content, List<Delivery>> byContent() {
        return inbox.deliveries().stream()
                .filter(each -> each.fate() != Fate.WITHDRAWN)
                .collect(Collectors.groupingBy(
                        Delivery::content, () -> new HashMap<>(), Collectors.toCollection(ArrayList::new)));
    }

    private static long stayed(List<Delivery> deliveries) {
        return deliveries.stream().filter(each -> each.fate() == Fate.STAYED).count();
    }

    private void requireGoneIsImported() {
        Map<String, String> in = digests(inbox.folder());
        Map<String, String> moved = digests(inbox.done());
        byContent().forEach((content, deliveries) -> {
            Delivery one = deliveries.get(0);
            long stayed = stayed(deliveries);
            long there = count(in, one.digest(), false);
            if (there < stayed && !state.isCompleted(one)) {
                add(NOTHING_LOST, "%s is gone, but its import is not completed".formatted(one.name()));
            }
            long whole = there + count(in, one.digest(), true) + count(moved, one.digest(), false);
            if (inbox.done() != null && whole < stayed) {
                add(
                        NOTHING_LOST,
                        "%d of %d files with the content of %s are left".formatted(whole, stayed, one.name()));
            }
        });
    }

    /** @param away whether files with the name of a deletion are counted, not those with their own name */
    private static long count(Map<String, String> files, String digest, boolean away) {
        return files.entrySet().stream()
                .filter(file -> file.getValue().equals(digest)
                        && file.getKey().endsWith("-away") == away
                        && !file.getKey().endsWith("-part"))
                .count();
    }

    /** Returns the contents in the order of their imports. */
    private List<Content> requirePlans(Path rejects) {
        List<Content> order = new ArrayList<>();
        List<String> names = new ArrayList<>();
        Map<Content, List<Delivery>> expected = byContent();
        for (Document plan : state.plans()) {
            String name = InboxState.file(plan);
            List<Content> of = expected.entrySet().stream()
                    .filter(each -> InboxState.isOf(plan, each.getValue().get(0)))
                    .map(Map.Entry::getKey)
                    .toList();
            if (of.size() != 1 || (order.contains(of.get(0)) && !isBroughtBack(of.get(0), name, order, names))) {
                add(NOTHING_DOUBLED, "an import of %s, %s".formatted(plan.get("inputs"), of));
            } else {
                order.add(of.get(0));
                names.add(name);
                requireCounts(of.get(0), plan, rejects);
            }
        }
        long imported = order.stream().distinct().count();
        if (imported < expected.size()) {
            add(NOTHING_LOST, "%d of %d contents have an import".formatted(imported, expected.size()));
        }
        return order;
    }

    /** Returns whether a file brings back the state before the last one: its name comes after all names before. */
    private boolean isBroughtBack(Content content, String name, List<Content> order, List<String> names) {
        return inbox.replaces()
                && !order.get(order.size() - 1).equals(content)
                && names.stream().allMatch(before -> before.compareTo(name) < 0);
    }

    private void requireCounts(Content content, Document plan, Path rejects) {
        long number = plan.get("jobInstanceId", Number.class).longValue();
        Document counts = plan.get("counts", new Document());
        boolean right = "COMPLETED".equals(plan.getString("state"))
                && number(counts, "read") == content.rows()
                && number(counts, "rejected") == content.rejected()
                && number(counts, "written") + number(counts, "alreadyThere") + number(counts, "unchanged")
                        == content.rows() - content.rejected()
                && (inbox.replaces() || number(counts, "alreadyThere") == 0);
        if (!right) {
            add(HONEST_COUNTS, "import %d of %s: %s %s".formatted(number, content, plan.getString("state"), counts));
        }
        Path file = rejects.resolve("faults-" + number + ".csv");
        String expected = content.rejectFile();
        if (!expected.equals(Files.exists(file) ? text(file) : "")) {
            add(NOTHING_ALTERED, "%s has not the %d rejects of %s".formatted(file, content.rejected(), content));
        }
    }

    private static long number(Document counts, String name) {
        return counts.get(name, (Number) 0).longValue();
    }

    private void requireDocuments(List<Content> order) {
        Map<String, Integer> expected = new HashMap<>();
        Map<Integer, String> owners = new HashMap<>();
        for (Content content : order) {
            for (int line = 0; line < content.rows(); line++) {
                if (!content.isRejected(line)) {
                    expected.put(content.key(line), content.amount(line));
                    String before = owners.put(line, content.key(line));
                    if (inbox.replaces() && before != null && !before.equals(content.key(line))) {
                        expected.remove(before);
                    }
                }
            }
        }
        int wrong = 0;
        Set<String> seen = new HashSet<>();
        for (Document document : state.database().getCollection("target").find()) {
            String key = document.getString("key");
            if (!document.get("amount").equals(expected.get(key))) {
                wrong++;
            }
            if (!seen.add(key)) {
                wrong++;
            }
        }
        if (wrong > 0) {
            add(
                    NOTHING_DOUBLED,
                    "%d documents are doubled, or not those of the last import of %s".formatted(wrong, order));
        }
        expected.keySet().removeAll(seen);
        if (!expected.isEmpty()) {
            add(NOTHING_LOST, "%d records are no documents: %s".formatted(expected.size(), first(expected.keySet())));
        }
    }

    private static List<String> first(Set<String> all) {
        return all.stream().sorted().limit(3).toList();
    }

    private void requireFiles() {
        Map<String, String> in = digests(inbox.folder());
        if (!in.isEmpty()) {
            add(NO_LEAK, "files remain in the folder: %s".formatted(in.keySet()));
        }
        Map<String, String> moved = digests(inbox.done());
        if (inbox.done() == null) {
            return;
        }
        Set<String> names = new HashSet<>(moved.keySet());
        byContent().forEach((content, deliveries) -> {
            String digest = deliveries.get(0).digest();
            long found = count(moved, digest, false);
            if (found < stayed(deliveries) || found > deliveries.size()) {
                add(NOTHING_DOUBLED, "%d moved files for %s".formatted(found, deliveries));
            }
            moved.forEach((name, of) -> {
                if (of.equals(digest)) {
                    names.remove(name);
                    requireCompanions(name, digest, moved, names);
                }
            });
        });
        boolean replaced = inbox.deliveries().stream().anyMatch(each -> each.fate() == Fate.REPLACED);
        names.removeIf(name -> replaced && (name.endsWith(".done") || name.endsWith(".sha256")));
        if (!names.isEmpty()) {
            add(NO_LEAK, "files remain in the folder of moved files: %s".formatted(names));
        }
    }

    private void requireCompanions(String name, String digest, Map<String, String> moved, Set<String> names) {
        if (!inbox.hasCompanions()) {
            return;
        }
        names.remove(name + ".done");
        names.remove(name + ".sha256");
        boolean replaced = inbox.deliveries().stream()
                .anyMatch(each -> each.fate() == Fate.REPLACED && each.digest().equals(digest));
        Path folder = Objects.requireNonNull(inbox.done());
        if (!replaced
                && (!moved.containsKey(name + ".done")
                        || !moved.containsKey(name + ".sha256")
                        || !text(folder.resolve(name + ".sha256")).startsWith(digest))) {
            add(NOTHING_LOST, "%s has not its marker and checksum".formatted(name));
        }
    }

    private void requireNothingWaits() {
        List<Document> files = state.files();
        for (Document file : files) {
            if (file.get("goes") != null && !file.getBoolean("gone")) {
                add(NO_LEAK, "still to be moved: %s".formatted(file));
            }
        }
        for (Delivery delivery : inbox.deliveries()) {
            boolean known = files.stream()
                    .anyMatch(file -> "COMPLETED".equals(file.getString("state"))
                            && file.get("importNumber", Number.class).longValue() > 0
                            && file.get("_id", Document.class).getString("path").endsWith("/" + delivery.name()));
            if (delivery.fate() == Fate.STAYED && !known) {
                add(HONEST_COUNTS, "nothing is known of %s: %s".formatted(delivery.name(), files));
            }
        }
    }

    /** Returns the digests of the files in a folder, by name. */
    private static Map<String, String> digests(@Nullable Path folder) {
        Map<String, String> digests = new TreeMap<>();
        if (folder == null || !Files.exists(folder)) {
            return digests;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                digests.put(file.getFileName().toString(), Inbox.digest(Files.readAllBytes(file)));
            }
            return digests;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
