package dev.mongohaul.faults.year;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.commons.codec.digest.DigestUtils;

/** Sender of files, good and bad, which knows what becomes of each. Files come with a checksum and a marker. */
final class Sender {

    /** Younger than the time after which a file counts as complete. */
    private static final Duration RECENT = Duration.ofMillis(4700);

    private final Box box;
    private final Random random;
    private final Map<Integer, List<Delivery>> later = new TreeMap<>();

    /** Files that are written to during the run of this night. */
    private final List<String> growing = new ArrayList<>();

    /** Records that must be in the collection, each once. */
    final Set<String> records = new TreeSet<>();

    /** Different contents that must have been imported. */
    final Set<String> imported = new TreeSet<>();

    /** Contents of the files that must lie in the folder of completed files. */
    final List<String> done = new ArrayList<>();

    /** Contents of the files that must lie in the folder of failed files. */
    final List<String> failed = new ArrayList<>();

    /** Names of files that must stay in the folder until the next night. */
    final Set<String> left = new TreeSet<>();

    /** Numbers of what happened, for the log. */
    final Map<Kind, Integer> kinds = new TreeMap<>();

    /** What can happen to the file of a night. */
    enum Kind {
        GOOD,
        MISSING,
        LATE,
        TWICE,
        TWICE_WITH_ITS_TIME,
        UNDER_ANOTHER_NAME,
        CORRECTED,
        TRUNCATED,
        WRONG_CHECKSUM,
        MARKER_LATE,
        GROWING
    }

    private enum Manner {
        WHOLE,
        TRUNCATED,
        WRONG_CHECKSUM,
        WITHOUT_MARKER,
        GROWING
    }

    /** @param modified when it was last changed */
    private record Delivery(String name, String content, Manner manner, Instant modified) {

        Delivery as(Manner other) {
            return new Delivery(name, content, other, modified);
        }
    }

    Sender(Box box, long seed) {
        this.box = box;
        this.random = new Random(seed);
    }

    /** Puts the files of a night into the folder. */
    void deliver(int night, Instant now) {
        List<Delivery> files = new ArrayList<>(later.getOrDefault(night, List.of()));
        later.remove(night);
        files.addAll(ofNight(night, now.minus(Duration.ofMinutes(10)).plusMillis(random.nextInt(60_000))));
        growing.clear();
        files.forEach(file -> deliver(file, night, now));
    }

    /** Lets the growing files of this night grow until the thread is interrupted. */
    void grow(Instant now) {
        for (int more = 1; !Thread.currentThread().isInterrupted(); more++) {
            for (String file : growing) {
                box.put(
                        file,
                        "number,amount\n" + "0,0\n".repeat(more),
                        now.minus(RECENT).plusMillis(more));
            }
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private List<Delivery> ofNight(int night, Instant modified) {
        Kind kind = random.nextInt(100) < 45 ? Kind.GOOD : Kind.values()[random.nextInt(Kind.values().length)];
        kinds.merge(kind, 1, Integer::sum);
        Delivery file = new Delivery("orders-%03d.csv".formatted(night), content(night, ""), Manner.WHOLE, modified);
        Instant next = modified.plus(Duration.ofDays(1));
        return switch (kind) {
            case GOOD -> List.of(file);
            case MISSING -> List.of();
            case LATE -> {
                postpone(night + 1 + random.nextInt(3), file);
                yield List.of();
            }
            case TWICE -> {
                postpone(night + 1, new Delivery(file.name(), file.content(), Manner.WHOLE, next));
                yield List.of(file);
            }
            case TWICE_WITH_ITS_TIME -> {
                postpone(night + 1, file);
                yield List.of(file);
            }
            case UNDER_ANOTHER_NAME -> {
                Delivery copy = new Delivery("copy-of-" + file.name(), file.content(), Manner.WHOLE, modified);
                if (random.nextBoolean()) {
                    yield List.of(file, copy);
                }
                postpone(night + 1, copy);
                yield List.of(file);
            }
            case CORRECTED -> {
                postpone(night + 1, new Delivery(file.name(), content(night, "c"), Manner.WHOLE, next));
                yield List.of(file);
            }
            case TRUNCATED -> withOneBefore(night, file, Manner.TRUNCATED);
            case WRONG_CHECKSUM -> withOneBefore(night, file, Manner.WRONG_CHECKSUM);
            case MARKER_LATE -> withOneBefore(night, file, Manner.WITHOUT_MARKER);
            case GROWING -> withOneBefore(night, file, box.canGrow() ? Manner.GROWING : Manner.WITHOUT_MARKER);
        };
    }

    private List<Delivery> withOneBefore(int night, Delivery file, Manner manner) {
        postpone(night + 1, file);
        return List.of(file.as(manner));
    }

    private void postpone(int night, Delivery file) {
        later.computeIfAbsent(night, any -> new ArrayList<>()).add(file);
    }

    private String content(int night, String version) {
        StringBuilder content = new StringBuilder("number,amount\n");
        int rows = 3 + random.nextInt(20);
        for (int row = 0; row < rows; row++) {
            content.append(
                    "%d%s-%d,%d.%02d\n".formatted(night, version, row, random.nextInt(1000), random.nextInt(100)));
        }
        return content.toString();
    }

    private void deliver(Delivery file, int night, Instant now) {
        String content = file.manner() == Manner.TRUNCATED
                ? file.content().substring(0, file.content().length() - 5)
                : file.content();
        String checksum = file.manner() == Manner.WRONG_CHECKSUM
                ? DigestUtils.sha256Hex(file.content() + night)
                : DigestUtils.sha256Hex(file.content());
        Instant modified = file.manner() == Manner.GROWING ? now.minus(RECENT) : file.modified();
        String path = "in/" + file.name();
        box.put(path, content, modified);
        box.put(path + ".sha256", "%s  %s\n".formatted(checksum, file.name()), file.modified());
        if (file.manner() != Manner.WITHOUT_MARKER) {
            box.put(path + ".done", "", file.modified());
        }
        left.remove(file.name());
        switch (file.manner()) {
            case WHOLE -> {
                done.add(content);
                if (imported.add(content)) {
                    content.lines().skip(1).forEach(line -> records.add(line.substring(0, line.indexOf(','))));
                }
            }
            case TRUNCATED, WRONG_CHECKSUM -> failed.add(content);
            case WITHOUT_MARKER, GROWING -> left.add(file.name());
        }
        if (file.manner() == Manner.GROWING) {
            growing.add(path);
        }
    }
}
