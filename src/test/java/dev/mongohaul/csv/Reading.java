package dev.mongohaul.csv;

import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.csv.source.InputSources;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.batch.infrastructure.item.ExecutionContext;

/** Reader of inputs as in an import, with blocks of any size. */
public final class Reading {

    private Reading() {}

    public static Inputs input(byte[] bytes) {
        return new InputSources(Path.of("."), new ByteArrayInputStream(bytes), InputRules.ANY).find(List.of("-"));
    }

    static Inputs file(Path folder, String name, byte[] bytes) throws IOException {
        Files.write(folder.resolve(name), bytes);
        return new InputSources(folder, new ByteArrayInputStream(new byte[0]), InputRules.ANY).find(List.of(name));
    }

    static List<CsvItem> all(byte[] bytes, CsvDialect dialect, int blockBytes) throws IOException {
        return all(input(bytes), dialect, blockBytes);
    }

    static List<CsvItem> all(Inputs inputs, CsvDialect dialect, int blockBytes) throws IOException {
        return range(inputs, dialect, new ReadRange(0, inputs.endOffset(), 1), blockBytes);
    }

    static List<CsvItem> range(Inputs inputs, CsvDialect dialect, ReadRange range, int blockBytes) throws IOException {
        Header header = InputSurvey.of(inputs, dialect).header().orElseThrow();
        return range(inputs, dialect, header, range, blockBytes);
    }

    public static List<CsvItem> range(Inputs inputs, CsvDialect dialect, Header header, ReadRange range, int blockBytes)
            throws IOException {
        CsvItemReader reader =
                new CsvItemReader(inputs, new InputOpener(dialect, blockBytes), header.size(), range, Long.MAX_VALUE);
        reader.open(new ExecutionContext());
        try {
            return drain(reader);
        } finally {
            reader.close();
        }
    }

    static List<CsvItem> drain(CsvItemReader reader) throws IOException {
        List<CsvItem> items = new ArrayList<>();
        for (CsvItem item = reader.read(); item != null; item = reader.read()) {
            items.add(item);
        }
        return items;
    }

    static List<String> cells(CsvItem item) {
        if (item instanceof CsvRecord record) {
            List<String> cells = new ArrayList<>();
            for (int cell = 0; cell < record.cellCount(); cell++) {
                cells.add(record.text(cell));
            }
            return cells;
        }
        throw new AssertionError("Not well-formed: " + item);
    }

    static List<List<String>> cells(List<CsvItem> items) {
        return items.stream().map(Reading::cells).toList();
    }

    /** Returns the parts of an item that must not depend on how it was read. */
    static String describe(CsvItem item) {
        String bytes = new String(item.toByteArray(), StandardCharsets.ISO_8859_1);
        return item instanceof MalformedRecord ? item + bytes : item + bytes + cells(item);
    }

    public static List<String> describe(List<CsvItem> items) {
        return items.stream().map(Reading::describe).toList();
    }
}
