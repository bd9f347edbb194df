package dev.mongohaul.cli.output;

import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;

public final class OutputFormat implements ITypeConverter<Format>, Iterable<String> {

    @Override
    public Format convert(String word) {
        return Format.of(word, "neither table nor json", List.of(Format.TABLE, Format.JSON));
    }

    @Override
    public Iterator<String> iterator() {
        return List.of("table", "json").iterator();
    }
}
