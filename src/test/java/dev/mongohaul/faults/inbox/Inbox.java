package dev.mongohaul.faults.inbox;

import com.mongodb.client.MongoDatabase;
import dev.mongohaul.faults.inbox.Delivery.Fate;
import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.oracle.Figures;
import dev.mongohaul.faults.oracle.Violation;
import dev.mongohaul.faults.trial.Subject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** A folder of files that are imported one by one, and moved or deleted afterwards. Its sender delivers more of them. */
public final class Inbox implements Subject {

    private static final int MOST_ROWS = 30_000;

    private final Draw draw;
    private final boolean replaces;
    private final boolean hasCompanions;

    /** Where files are moved to; null if they are deleted. */
    private final @Nullable Path done;

    private final List<Delivery> deliveries = new ArrayList<>();
    private final Path folder;
    private int contents;
    private long clock = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

    /**
     * @param folder into which the sender puts files
     * @param done where files are moved to; null if they are deleted
     * @param elsewhere folder of another file system, in place of the last of both; null if both are on one
     */
    public Inbox(Draw draw, Path folder, @Nullable Path done, @Nullable Path elsewhere) {
        this.folder = done == null && elsewhere != null ? elsewhere : folder;
        this.draw = draw.split();
        this.replaces = draw.chance(0.3);
        this.hasCompanions = draw.chance(0.4);
        this.done = done != null && elsewhere != null ? elsewhere : done;
    }

    @Override
    public void writeInput(Path file) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (int count = draw.between(2, 6); count > 0; count--) {
            deliverNew();
        }
    }

    @Override
    public String jobFile() {
        return """
                source:
                  files: '%s/*.{csv,csv.gz}'
                  each: file
                  after: { %s }
                  %s
                target: { collection: target%s }
                fields: { line: int32, amount: int32 }
                write: { operation: %s }
                rejects: { limit: unlimited }
                empty: ok
                """.formatted(
                        folder,
                        done == null ? "completed: delete" : "completed: '" + done + "'",
                        hasCompanions ? "expect: { marker: '{file}.done', checksum: '{file}.sha256' }" : "",
                        replaces ? ", id: [line]" : "",
                        replaces ? "upsert" : "insert");
    }

    /** Returns whether no file is left that an import takes. */
    public boolean isEmpty() {
        return deliveries().stream().noneMatch(each -> Files.exists(folder.resolve(each.name())));
    }

    public Path folder() {
        return folder;
    }

    public @Nullable Path done() {
        return done;
    }

    boolean hasCompanions() {
        return hasCompanions;
    }

    boolean replaces() {
        return replaces;
    }

    synchronized List<Delivery> deliveries() {
        return List.copyOf(deliveries);
    }

    /** Delivers a file of a new name. For any thread, at any time. */
    public synchronized String deliverNew() {
        Content content = newContent(draw.chance(0.3));
        String name = "f%c%02d.csv%s".formatted('a' + draw.below(26), content.number(), content.gzip() ? ".gz" : "");
        deliver(name, content);
        return "new " + name;
    }

    /**
     * Delivers one more file while no import runs: a new one, known content under another name, the same file again, or
     * another content under a known name.
     */
    public synchronized String deliverAny(InboxState state) {
        Delivery known = draw.oneOf(deliveries);
        boolean there = Files.exists(folder.resolve(known.name()));
        switch (draw.below(4)) {
            case 0 -> {
                String copy = "f%c%02d-copy%d.csv%s"
                        .formatted(
                                'a' + draw.below(26),
                                known.content().number(),
                                deliveries.size(),
                                known.content().gzip() ? ".gz" : "");
                if (known.fate() != Fate.WITHDRAWN) {
                    deliver(copy, known.content());
                    return "copy " + copy + " of " + known.name();
                }
            }
            case 1 -> {
                if (!there && known.fate() != Fate.WITHDRAWN) {
                    deliver(known.name(), known.content());
                    return "again " + known.name();
                }
            }
            case 2 -> {
                Delivery last = last(known.name());
                boolean completed = state.isCompleted(last);
                if (!there || completed || !state.isPlanned(last)) {
                    if (there) {
                        deliveries.set(
                                deliveries.lastIndexOf(last), last.with(completed ? Fate.REPLACED : Fate.WITHDRAWN));
                    }
                    deliver(last.name(), newContent(last.content().gzip()));
                    return (there ? "over " : "corrected ") + last.name();
                }
            }
            default -> {}
        }
        return deliverNew();
    }

    private Delivery last(String name) {
        return deliveries.stream()
                .filter(delivery -> delivery.name().equals(name))
                .reduce((one, later) -> later)
                .orElseThrow();
    }

    private Content newContent(boolean gzip) {
        return new Content(contents++, draw.between(100, MOST_ROWS), gzip, draw.chance(0.4));
    }

    /** Delivers a file as a careful sender does: it gets its name when it is whole, and its marker comes last. */
    private void deliver(String name, Content content) {
        byte[] bytes = content.bytes();
        String digest = digest(bytes);
        if (hasCompanions) {
            put(name + ".sha256", (digest + "  " + name + "\n").getBytes(StandardCharsets.UTF_8));
        }
        put(name, bytes);
        if (hasCompanions) {
            put(name + ".done", new byte[0]);
        }
        deliveries.add(new Delivery(name, content, bytes.length, digest, Fate.STAYED));
    }

    private void put(String name, byte[] bytes) {
        try {
            Path file = Files.write(folder.resolve("." + name + ".tmp"), bytes);
            Files.setLastModifiedTime(file, FileTime.fromMillis(clock += 1_000));
            Files.move(file, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public int rows() {
        return deliveries().stream().mapToInt(each -> each.content().rows()).sum();
    }

    @Override
    public boolean changes() {
        return replaces;
    }

    @Override
    public void makeTarget(MongoDatabase database) {
        database.drop();
    }

    @Override
    public boolean hasRejects() {
        return deliveries().stream().anyMatch(each -> each.content().rejects());
    }

    /** One import is not all of it: {@link InboxOracle} checks the folder. */
    @Override
    public List<Violation> check(Iterable<Document> documents, Path rejects, String name, Figures figures) {
        throw new UnsupportedOperationException("the folder is checked, not one import");
    }

    @Override
    public String toString() {
        return "%d files %s %s%s"
                .formatted(
                        deliveries().size(),
                        replaces ? "replace" : "insert",
                        done == null ? "delete" : "move",
                        hasCompanions ? " companions" : "");
    }
}
