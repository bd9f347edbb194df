package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.Sorts;
import dev.mongohaul.cli.Program.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.bson.Document;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A check of a random file says what the import of it then does. */
class CheckAgreesIT extends ProgramTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final List<String> LIMITS = List.of("0", "15", "1%", "25%", "unlimited");
    private static final List<String> NUMBERS = List.of("1", "-7", "2147483647", "", "1.5", "x", "2147483648", " 1");
    private static final List<String> PRICES = List.of("1.50", "0", "", "1e3", "1,5", "NaN");
    private static final List<String> DAYS = List.of("2026-02-28", "2024-02-29", "", "2026-02-30", "today");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void checkAndImportComeToTheSame(long seed) throws IOException {
        Random random = new Random(seed);
        file("jobs/random.yml", job(random));
        file("random.csv", lines(random));

        Result checked =
                program.with(Map.of("MONGODB_URI", "mongodb://127.0.0.1:1/")).run("check", "random", "--format=json");
        Result imported = program.run("import", "random");

        assertThat(checked.exitCode())
                .as("seed %d", seed)
                .isEqualTo(imported.exitCode())
                .isIn(0, 10, 12);
        JsonNode check = JSON.readTree(checked.out());
        JsonNode total =
                JSON.readTree(program.run("report", "1", "--format=json").out()).get("total");
        boolean exceeded = check.get("limit").get("exceeded").booleanValue();
        assertThat(total.get("read"))
                .as("seed %d", seed)
                .isEqualTo(exceeded ? check.get("limit").get("atRecord") : check.get("read"));
        if (!exceeded) {
            assertThat(total.get("written")).as("seed %d", seed).isEqualTo(check.get("writable"));
            assertThat(byColumn(check)).as("seed %d", seed).isEqualTo(byColumnOf(rejects()));
        }
        assertThat(documents(check))
                .as("seed %d", seed)
                .isEqualTo(firstImported(documents(check).size()));
    }

    private static String[] job(Random random) {
        return new String[] {
            "source: {files: random.csv}",
            "target: {collection: random}",
            "fields: {n: int32, price: decimal, day: {type: date, pattern: yyyy-MM-dd}}",
            "write: {chunk-size: " + (1 + random.nextInt(300)) + "}",
            "rejects: {limit: " + LIMITS.get(random.nextInt(LIMITS.size())) + "}"
        };
    }

    /** Good values are as much more frequent as the file is better than others. */
    private static String[] lines(Random random) {
        int badness = 1 + random.nextInt(200);
        List<String> lines = new ArrayList<>(List.of("n,price,day,note"));
        for (int row = 0; row < 500 + random.nextInt(1500); row++) {
            String line = String.join(
                    ",",
                    cell(NUMBERS, badness, random),
                    cell(PRICES, badness, random),
                    cell(DAYS, badness, random),
                    "r" + row);
            lines.add(random.nextInt(1000) < badness / 10 ? line + ",surplus" : line);
        }
        return lines.toArray(String[]::new);
    }

    private static String cell(List<String> values, int badness, Random random) {
        int index = random.nextInt(1000) < badness ? random.nextInt(values.size()) : 0;
        String value = values.get(index);
        return value.contains(",") ? '"' + value + '"' : value;
    }

    private static Map<String, Long> byColumn(JsonNode check) {
        return StreamSupport.stream(check.get("rejects").spliterator(), false)
                .collect(Collectors.groupingBy(
                        group -> group.get("column").toString(),
                        TreeMap::new,
                        Collectors.summingLong(group -> group.get("count").longValue())));
    }

    private static Map<String, Long> byColumnOf(List<JsonNode> rejects) {
        return rejects.stream()
                .collect(Collectors.groupingBy(
                        reject -> String.valueOf(reject.get("column")), TreeMap::new, Collectors.counting()));
    }

    private List<JsonNode> rejects() throws IOException {
        Path file = folder.resolve("rejects/random-1.jsonl");
        return Files.exists(file)
                ? Files.readAllLines(file).stream().map(JSON::readTree).toList()
                : List.of();
    }

    private static List<Document> documents(JsonNode check) {
        return StreamSupport.stream(check.get("documents").spliterator(), false)
                .map(document -> Document.parse(document.toString()))
                .toList();
    }

    /** In the order of the file, which generated ids have. */
    private List<Document> firstImported(int number) {
        List<Document> documents = collection("random")
                .find()
                .sort(Sorts.ascending("_id"))
                .limit(number)
                .into(new ArrayList<>());
        documents.forEach(document -> document.remove("_id"));
        return documents;
    }
}
