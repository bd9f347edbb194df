package dev.mongohaul.faults.pairs;

import dev.mongohaul.faults.pairs.Case.After;
import dev.mongohaul.faults.pairs.Case.Ending;
import dev.mongohaul.faults.pairs.Case.Input;
import dev.mongohaul.faults.pairs.Case.Job;
import dev.mongohaul.faults.pairs.Case.Next;
import dev.mongohaul.faults.pairs.Case.Operation;
import dev.mongohaul.faults.pairs.Case.Shape;
import dev.mongohaul.schedule.DueSlot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Job of a case: the same settings as a job file, or as parameters of a command without one. */
final class Load {

    private final Case each;
    private final String name;
    private final String folder;
    private final Map<String, String> settings = new LinkedHashMap<>();

    /** @param folder of the case, from the folder of {@code jobs} */
    Load(Case each, String name, String folder) {
        this.each = each;
        this.name = name;
        this.folder = each.input() == Input.S3 ? Delivered.BUCKET + folder : folder;
        target();
        fields();
        write();
        source();
        settings.put("rejects.limit", each.ending() == Ending.REJECTS ? "5" : "0");
        settings.put("partition.grid-size", "1");
        if (each.next() == Next.UNDO && !each.operation().swaps()) {
            settings.put("undo", "7d");
        }
    }

    private void target() {
        settings.put("target.collection", name);
        if (each.operation() != Operation.INSERT_GENERATED) {
            settings.put("target.id", "[id]");
        }
        if (each.shape() == Shape.ENTITY) {
            settings.put("entity", Item.class.getName());
        } else if (each.operation() != Operation.INSERT_GENERATED) {
            settings.put("fields.id", "{type: int32, to: _id}");
        }
    }

    private void fields() {
        settings.putIfAbsent("fields.id", "int32");
        settings.put("fields.name", "string");
        if (each.operation() != Operation.COLUMN) {
            settings.put("fields.op", "{skip: true}");
        }
        if (each.shape() == Shape.RULES) {
            settings.put("fields.amount", "{type: int32, min: 0}");
            settings.put("fields.land", "{one-of: [DE, FR], default: FR}");
        } else {
            settings.put("fields.amount", "int32");
            settings.put("fields.land", "string");
        }
        if (each.shape() == Shape.ORIGIN) {
            settings.put("fields.file", "{type: source, value: file}");
            settings.put("fields.line", "{type: source, value: line}");
        }
        if (each.shape() == Shape.PROCESSOR) {
            settings.put("processor", Upper.class.getName());
        }
    }

    private void write() {
        settings.put("write.chunk-size", "2");
        switch (each.operation()) {
            case INSERT_GENERATED, INSERT_IDS -> {}
            case ADD -> settings.put("write.operation", "add");
            case REPLACE -> settings.put("write.operation", "replace");
            case UPDATE -> settings.put("write.operation", "update");
            case DELETE -> settings.put("write.operation", "delete");
            case REPLACE_UPSERT -> settings.put("write.operation", "upsert");
            case UPDATE_UPSERT -> settings.put("write.operation", "merge");
            case SNAPSHOT -> {
                settings.put("write.operation", "snapshot");
                settings.put("write.max-loss", "unlimited");
            }
            case SWAP_RENAME, SWAP_VIEW -> {
                settings.put("write.operation", "swap");
                settings.put("write.max-loss", "unlimited");
                if (each.operation() == Operation.SWAP_VIEW) {
                    settings.put("swap.by", "view");
                }
            }
            case COLUMN -> settings.put("write.operation", "{column: op, values: {I: insert, U: update, D: delete}}");
        }
    }

    private void source() {
        if (each.after() != After.KEEP) {
            settings.put("source.after.completed", each.after() == After.MOVE ? folder + "/done" : "delete");
        }
        if (each.after() == After.MOVE) {
            settings.put("source.after.failed", folder + "/failed");
        }
        if (each.shape() == Shape.EXPECT) {
            settings.put("source.expect.checksum", "'{file}.sha256'");
            settings.put("source.expect.records", "'{file}.count'");
        }
        if (each.each()) {
            settings.put("empty", "ok");
        }
    }

    String files() {
        return switch (each.input()) {
            case FILE, S3 -> folder + "/in/a.csv";
            case TOGETHER, EACH -> folder + "/in/*.csv";
            case ZIP -> folder + "/in/a.zip!/*.csv";
            case GZ -> folder + "/in/a.csv.gz";
            case STDIN -> "-";
        };
    }

    /** Returns the files of a later delivery, in place of those of the job. */
    String newFiles() {
        return switch (each.input()) {
            case FILE, TOGETHER, EACH, S3 -> folder + "/in/n.csv";
            case ZIP -> folder + "/in/n.zip!/*.csv";
            case GZ -> folder + "/in/n.csv.gz";
            case STDIN -> "-";
        };
    }

    String jobFile() {
        Map<String, String> all = new LinkedHashMap<>(settings);
        if (each.way() == Case.Way.SLOT) {
            all.put("unfinished", "refuse");
            all.put("schedule.cron", '"' + DueSlot.CRON + '"');
        }
        all.put("source.files", "'" + files() + "'");
        if (each.each()) {
            all.put("source.each", "file");
        }
        return yaml(all);
    }

    private static String yaml(Map<String, String> settings) {
        Map<String, Map<String, String>> groups = new LinkedHashMap<>();
        settings.forEach((key, value) -> {
            String[] parts = key.split("[.]", 2);
            groups.computeIfAbsent(parts[0], any -> new LinkedHashMap<>())
                    .put(parts.length == 1 ? "" : parts[1], value);
        });
        return groups.entrySet().stream()
                .map(group -> "%s: %s"
                        .formatted(
                                group.getKey(),
                                group.getValue().containsKey("")
                                        ? group.getValue().get("")
                                        : "{" + yaml(group.getValue()) + "}"))
                .collect(Collectors.joining(
                        settings.keySet().stream().anyMatch(key -> key.contains("."))
                                        && settings.containsKey("target.collection")
                                ? "\n"
                                : ", "));
    }

    /** Returns the command that imports the files. */
    String[] command(String files, String... more) {
        List<String> words = new ArrayList<>(List.of("import"));
        if (each.job() == Job.JOB_FILE) {
            words.add(name);
            if (!files.equals(files())) {
                words.add("files=" + files);
            }
        } else {
            words.add(files);
            settings.forEach((key, value) -> words.add(key + "=" + value.replace("'", "")));
            if (each.each()) {
                words.add("--each-file");
            }
        }
        return Stream.concat(words.stream(), Stream.of(more)).toArray(String[]::new);
    }

    boolean readsStandardInput() {
        return each.input() == Input.STDIN;
    }
}
