package dev.mongohaul.cli.output;

import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;

public final class ReportFormat implements ITypeConverter<Format>, Iterable<String> {

    @Override
    public Format convert(String word) {
        return Format.of(word, "none of table, json, html", List.of(Format.values()));
    }

    @Override
    public Iterator<String> iterator() {
        return List.of("table", "json", "html").iterator();
    }
}
