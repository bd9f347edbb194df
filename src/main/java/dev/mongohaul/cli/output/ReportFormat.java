package dev.mongohaul.cli.output;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;

public final class ReportFormat implements ITypeConverter<Format>, Iterable<String> {

    @Override
    public Format convert(String word) {
        return Format.of(word, "none of " + String.join(", ", words()), List.of(Format.values()));
    }

    @Override
    public Iterator<String> iterator() {
        return words().iterator();
    }

    private static List<String> words() {
        return Arrays.stream(Format.values()).map(Format::word).toList();
    }
}
