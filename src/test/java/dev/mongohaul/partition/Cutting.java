package dev.mongohaul.partition;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.InputSurvey;
import dev.mongohaul.csv.ReadRange;
import dev.mongohaul.csv.Reading;
import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Search for cuts and reader of their ranges, in the parts and orders that a digest can produce. */
record Cutting(Inputs inputs, CsvDialect dialect, InputSurvey survey) {

    private static final int MOST_PART_BYTES = 500;
    private static final int BLOCK_BYTES = 1000;

    static Cutting of(Inputs inputs, CsvDialect dialect) throws IOException {
        return new Cutting(inputs, dialect, InputSurvey.of(inputs, dialect));
    }

    /** Returns the cuts of sections of the given size, which are visited in any order and in parts of any size. */
    List<InputCut> cuts(int sectionBytes, Random random) throws IOException {
        CutSearch search = new CutSearch(inputs, dialect, survey.starts(), sectionBytes);
        for (Input input : inputs.list()) {
            byte[] bytes = Files.readAllBytes(Path.of(input.address()));
            int blockBytes = sectionBytes << random.nextInt(4);
            List<Integer> blocks = new ArrayList<>();
            for (int from = 0; from < bytes.length; from += blockBytes) {
                blocks.add(from);
            }
            Collections.shuffle(blocks, random);
            for (int from : blocks) {
                readBlock(search, input, Arrays.copyOf(bytes, Math.min(bytes.length, from + blockBytes)), from, random);
            }
        }
        return search.cuts();
    }

    private static void readBlock(CutSearch search, Input input, byte[] bytes, int from, Random random) {
        int at = from;
        while (at < bytes.length) {
            int length = Math.min(bytes.length - at, 1 + random.nextInt(random.nextBoolean() ? MOST_PART_BYTES : 10));
            byte[] part = new byte[length + random.nextInt(10)];
            Arrays.fill(part, (byte) '"');
            System.arraycopy(bytes, at, part, 0, length);
            search.read(input, at, part, length);
            at += length;
        }
    }

    List<CsvItem> all() throws IOException {
        return items(new ReadRange(0, inputs.endOffset(), 1));
    }

    List<CsvItem> items(ReadRange range) throws IOException {
        if (survey.header().isEmpty()) {
            return List.of();
        }
        return Reading.range(inputs, dialect, survey.header().get(), range, BLOCK_BYTES);
    }

    /** Returns the parts of the items that must not depend on how they were read. */
    List<String> described(List<ReadRange> ranges) throws IOException {
        List<CsvItem> items = new ArrayList<>();
        for (ReadRange range : ranges) {
            items.addAll(items(range));
        }
        return Reading.describe(items);
    }
}
