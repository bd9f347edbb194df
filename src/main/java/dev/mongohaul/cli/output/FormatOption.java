package dev.mongohaul.cli.output;

import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** Option for the format of a result that has no page. */
public final class FormatOption {

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "table",
            converter = Words.class,
            completionCandidates = Words.class,
            description = "table or json. Default: ${DEFAULT-VALUE}.")
    private Format format;

    public boolean isJson() {
        return format == Format.JSON;
    }

    static final class Words implements ITypeConverter<Format>, Iterable<String> {

        @Override
        public Format convert(String word) {
            return Format.of(word, "neither table nor json", List.of(Format.TABLE, Format.JSON));
        }

        @Override
        public Iterator<String> iterator() {
            return List.of("table", "json").iterator();
        }
    }
}
