package dev.mongohaul.bench.speed;

import dev.mongohaul.generate.SampleData;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Input of one table's row, as each program reads it.
 *
 * @param job file that names {@code rows}
 * @param before file whose documents the collection has before each run; null for inserts
 * @param typed the same records with a header of mongoimport's types
 */
record SpeedInput(SampleData data, long rows, Path job, Path file, @Nullable Path before, Path typed) {

    private static final String INSTANT = "date(2006-01-02T15:04:05Z07:00)";
    private static final Map<String, String> MONGOIMPORT =
            Map.of("instant", INSTANT, "double", "double()", "decimal", "decimal()", "int32", "int32()");

    private static final int COLUMNS = 105;
    private static final long SEED = 1;
    private static final int CHANGED_OF = 50;
    private static final String OTHER_TIME = "2026-01-01T00:00:00Z";

    /** Writes the files. Products are changed: one in {@value #CHANGED_OF} gets another time. */
    static SpeedInput write(SampleData data, long rows, Path folder) throws IOException {
        String name = data.name().toLowerCase(Locale.ROOT) + rows;
        Path generated = folder.resolve(name + ".csv");
        try (OutputStream out = Files.newOutputStream(generated)) {
            data.write(out, rows, SEED, COLUMNS);
        }
        boolean changes = data == SampleData.PRODUCTS;
        Path file = changes ? folder.resolve(name + "-changed.csv") : generated;
        Path typed = folder.resolve(name + "-typed.csv");
        List<String> header;
        try (BufferedReader reader = Files.newBufferedReader(generated)) {
            header = Arrays.asList(reader.readLine().split(","));
        }
        if (changes) {
            copy(generated, file, String.join(",", header), true);
        }
        String types = header.stream()
                .map(column -> (column.equals("sku") && changes ? "_id" : column) + "."
                        + MONGOIMPORT.getOrDefault(type(data, column), "string()"))
                .collect(Collectors.joining(","));
        copy(file, typed, types, false);
        Path job = folder.resolve(name + ".yml");
        Files.writeString(job, job(data, header));
        return new SpeedInput(data, rows, job, file, changes ? generated : null, typed);
    }

    private static void copy(Path from, Path to, String header, boolean changing) throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(from);
                BufferedWriter writer = Files.newBufferedWriter(to)) {
            reader.readLine();
            writer.append(header).append('\n');
            long row = 0;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                boolean other = changing && row++ % CHANGED_OF == 0;
                writer.append(other ? line.substring(0, line.lastIndexOf(',') + 1) + OTHER_TIME : line)
                        .append('\n');
            }
        }
    }

    private static String job(SampleData data, List<String> header) {
        StringBuilder job = new StringBuilder("source: {}\ntarget: { collection: speed }\nwrite: { operation: %s }\nfields:\n"
                .formatted(data == SampleData.PRODUCTS ? "upsert" : "insert"));
        header.forEach(column -> job.append(
                data == SampleData.PRODUCTS && column.equals("sku")
                        ? "  sku: { type: string, to: _id }\n"
                        : "  %s: %s\n".formatted(column, type(data, column))));
        return job.toString();
    }

    private static String type(SampleData data, String column) {
        return switch (column.replaceAll("\\d.*", "")) {
            case "price" -> data == SampleData.PRODUCTS ? "decimal" : "double";
            case "amount" -> "decimal";
            case "at", "createdAt", "placedAt" -> "instant";
            case "id", "count" -> "int32";
            default -> "string";
        };
    }
}
