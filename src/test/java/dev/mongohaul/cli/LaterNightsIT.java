package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.TestSize;
import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.cli.RandomNights.Night;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.Test;

/**
 * Files of several nights into one collection, without a job file, with one that was saved, and with one that was inferred.
 * After each import that completes, the documents are those of a model; each other one has a message, and has stored nothing
 * wrong.
 */
class LaterNightsIT extends ProgramTest {

    private static final DateTimeFormatter SLASHES = DateTimeFormatter.ofPattern("dd/MM/yyyy");

    /** How the files are imported. */
    private enum Way {
        FILE,
        EACH_FILE,
        SAVED,
        INFERRED
    }

    /** What an import says of a header or charset that may be another one. */
    private static final Pattern GUESS =
            Pattern.compile("Names of columns: a guess|^Charset .*: UNCERTAIN", Pattern.MULTILINE);

    private final Map<String, int[]> outcomes = new TreeMap<>();
    private final List<String> silent = new ArrayList<>();

    @Test
    void laterFilesAreStoredAsTheFirstOrRefused() throws IOException {
        long first = TestSize.seed("nights.seed", 1);
        int sequences = TestSize.of("nights.cases", 20, 300);

        for (long seed = first; seed < first + sequences; seed++) {
            play(seed);
        }

        outcomes.forEach((change, counts) -> System.out.printf(
                "%-22s %4d as the model, %4d refused, %4d otherwise%n", change, counts[0], counts[1], counts[2]));
        assertThat(silent).isEmpty();
        int[] all = outcomes.get("all");
        assertThat(all[0]).as("imports that completed").isGreaterThan(all[1]);
    }

    private void play(long seed) throws IOException {
        // The first numbers of small seeds are alike.
        Random random = new Random(seed * 0x9E3779B97F4A7C15L);
        Way way = Way.values()[random.nextInt(Way.values().length)];
        boolean keyed = random.nextInt(3) > 0;
        List<Night> nights = new RandomNights(random).nights();
        String collection = "c" + seed;
        Files.createDirectories(folder.resolve(collection));
        Model model = new Model(keyed);
        for (int night = 0; night < nights.size(); night++) {
            Night file = nights.get(night);
            Path path = folder.resolve(collection).resolve("night%d.csv%s".formatted(night, file.suffix()));
            Files.write(path, RandomNights.packed(file, night + 1));
            assertThat(path.toFile().setLastModified(1_000_000_000L + night * 100_000L))
                    .isTrue();
            Result result = run(way, collection, folder.relativize(path).toString(), night, keyed);
            boolean completed = result.exitCode() == 0;
            Model after = model.with(file, completed && !file.changes().contains("packed again"));
            String difference = after.difference(collection(collection).find().into(new ArrayList<>()), completed);
            boolean said = !completed && !(result.out() + result.err()).isBlank();
            boolean charsetIsDoubted = result.err().contains("and seems to be UTF-8");
            boolean guessIsSaid = night == 0 && GUESS.matcher(result.out()).find();
            boolean right = charsetIsDoubted || guessIsSaid || (difference.isEmpty() && (completed || said));
            if (!right) {
                silent.add("-Dnights.seed=%d, %s, night %d (%s): %s%n%s%s%n%s"
                        .formatted(
                                seed,
                                way,
                                night + 1,
                                file.changes(),
                                difference,
                                result.out(),
                                result.err(),
                                new String(file.bytes(), StandardCharsets.UTF_8)));
            }
            if (night == 0 && (!completed || !difference.isEmpty())) {
                outcomes.computeIfAbsent("(no second night)", any -> new int[3])[right ? 1 : 2]++;
                return;
            }
            count(way, file, completed, right);
            if (!completed || !difference.isEmpty()) {
                return;
            }
            model = after;
        }
    }

    private void count(Way way, Night file, boolean completed, boolean right) {
        Stream.concat(Stream.of("all", way.name()), file.changes().stream()).forEach(change -> {
            int[] counts = outcomes.computeIfAbsent(change, any -> new int[3]);
            counts[right ? completed ? 0 : 1 : 2]++;
        });
    }

    private Result run(Way way, String collection, String path, int night, boolean keyed) {
        List<String> write = keyed ? List.of("--id=" + RandomNights.KEY, "--operation=upsert") : List.of();
        if (way == Way.EACH_FILE) {
            return run(List.of("import", collection + "/*.csv*", "--collection=" + collection, "--each-file"), write);
        }
        if (way == Way.FILE) {
            return run(List.of("import", path, "--collection=" + collection), write);
        }
        if (night > 0) {
            return run(List.of("import", collection, "files=" + path), List.of());
        }
        if (way == Way.SAVED) {
            return run(List.of("import", path, "--collection=" + collection, "--save"), write);
        }
        List<String> settings = keyed ? List.of("id=" + RandomNights.KEY, "operation=upsert") : List.of();
        Result inferred =
                run(List.of("infer", path, "collection=" + collection, "-o", "jobs/" + collection + ".yml"), settings);
        if (inferred.exitCode() != 0) {
            return inferred;
        }
        Result imported = run(List.of("import", collection), List.of());
        return new Result(imported.exitCode(), inferred.err() + imported.out(), imported.err());
    }

    private Result run(List<String> command, List<String> options) {
        return program.run(Stream.concat(command.stream(), options.stream()).toArray(String[]::new));
    }

    /**
     * Documents that a collection must have, as cells by fields.
     *
     * @param records of all nights; of one key, the last
     */
    private record Model(boolean keyed, List<Map<String, String>> records, List<Map<String, String>> allowed) {

        Model(boolean keyed) {
            this(keyed, List.of(), List.of());
        }

        /** Returns the model after a night, whose records are there if its import completed, and may be there otherwise. */
        Model with(Night night, boolean completed) {
            List<Map<String, String>> all = new ArrayList<>(records);
            if (completed) {
                Set<String> replaced = new HashSet<>();
                night.rows().forEach(row -> replaced.add(row.get(RandomNights.KEY)));
                all.removeIf(row -> keyed && replaced.contains(row.get(RandomNights.KEY)));
                all.addAll(night.rows());
            }
            return new Model(
                    keyed,
                    all,
                    Stream.concat(all.stream(), night.rows().stream()).toList());
        }

        /** Returns the first difference; empty if there is none. */
        String difference(List<Document> documents, boolean completed) {
            if (completed && documents.size() != records.size()) {
                return "%d documents in place of %d".formatted(documents.size(), records.size());
            }
            List<Map<String, String>> left = new ArrayList<>(completed ? records : allowed);
            for (Document document : documents) {
                Map<String, String> row = left.stream()
                        .filter(each -> isRow(document, each))
                        .findFirst()
                        .orElse(null);
                if (row == null) {
                    return document.toJson() + " is no record";
                }
                left.remove(row);
            }
            return mixed(documents);
        }

        private boolean isRow(Document document, Map<String, String> row) {
            Map<String, Object> values = new HashMap<>(document);
            Object id = values.remove("_id");
            if (keyed) {
                values.putIfAbsent(RandomNights.KEY, id);
            }
            return values.keySet().equals(row.keySet())
                    && (!keyed || isCell(id, row.get(RandomNights.KEY)))
                    && row.entrySet().stream().allMatch(cell -> isCell(values.get(cell.getKey()), cell.getValue()));
        }

        private static boolean isCell(Object value, String cell) {
            if (value instanceof String || value instanceof Boolean || value instanceof UUID) {
                return value.toString().equals(cell);
            }
            if (value instanceof Date date) {
                LocalDate day = date.toInstant().atZone(ZoneOffset.UTC).toLocalDate();
                return day.toString().equals(cell) || SLASHES.format(day).equals(cell);
            }
            if (value instanceof Binary || !cell.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?")) {
                return value instanceof Binary && cell.length() == 36;
            }
            BigDecimal number =
                    value instanceof Decimal128 decimal ? decimal.bigDecimalValue() : new BigDecimal(value.toString());
            return number.compareTo(new BigDecimal(cell)) == 0;
        }

        /** Returns a field with values of two types; empty if there is none. */
        private static String mixed(List<Document> documents) {
            Map<String, Class<?>> types = new HashMap<>();
            for (Document document : documents) {
                for (Map.Entry<String, Object> field : document.entrySet()) {
                    Class<?> type =
                            types.putIfAbsent(field.getKey(), field.getValue().getClass());
                    if (type != null && type != field.getValue().getClass()) {
                        return field.getKey() + " is a " + type.getSimpleName() + " and a "
                                + field.getValue().getClass().getSimpleName();
                    }
                }
            }
            return "";
        }
    }
}
