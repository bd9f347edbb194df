package dev.mongohaul.library;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.Header;
import dev.mongohaul.csv.InputSurvey;
import dev.mongohaul.csv.MalformedRecord;
import dev.mongohaul.csv.ReadRange;
import dev.mongohaul.csv.RecordsStart;
import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.digest.ContentDigest;
import dev.mongohaul.csv.digest.Digests;
import dev.mongohaul.csv.digest.SeenBytes;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.source.InputSources;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.ExecutionContext;
import org.springframework.batch.infrastructure.item.ItemStreamException;
import org.springframework.batch.infrastructure.item.ItemStreamReader;
import org.springframework.batch.infrastructure.item.ParseException;

/** Item readers of the records of a CSV file, for chunk steps. */
public final class CsvReaders {

    private CsvReaders() {}

    /**
     * Returns a reader of a file by RFC 4180, in UTF-8 and with a header: each record is its cells by the names of their
     * columns, in the order of the file. It is not thread-safe.
     *
     * <p>A step that restarts continues after its last committed chunk, without reading what precedes it. A record that is
     * malformed is a {@link ParseException} with its line, which a step may skip. If the file is missing or is no such file,
     * the step fails with an {@link ItemStreamException}.
     *
     * <p>A file with other content than at the start of the step is refused at a restart, since the place to continue at may
     * be inside a record. For that, each start of the step reads the whole file once more.
     *
     * @param file also packed, as {@code .gz}, {@code .zst} or {@code .bz2}
     */
    public static ItemStreamReader<Map<String, String>> rows(Path file) {
        return new Rows(file, CsvDialect.RFC_4180);
    }

    /**
     * As {@link #rows(Path)}, with another delimiter and charset.
     *
     * @param charset of a file without a byte order mark
     */
    public static ItemStreamReader<Map<String, String>> rows(Path file, char delimiter, Charset charset) {
        CsvDialect usual = CsvDialect.RFC_4180;
        return new Rows(
                file,
                new CsvDialect(
                        charset,
                        delimiter,
                        usual.quote(),
                        usual.escape(),
                        usual.header(),
                        usual.skipLines(),
                        usual.comment(),
                        usual.strayQuotes(),
                        usual.ragged(),
                        usual.trim(),
                        usual.maxRecordBytes()));
    }

    private static final class Rows implements ItemStreamReader<Map<String, String>> {

        private static final String OFFSET = "mongohaul.csv.offset";
        private static final String LINE = "mongohaul.csv.line";
        private static final String DIGEST = "mongohaul.csv.digest";

        private final Path file;
        private final CsvDialect dialect;
        private @Nullable CsvItemReader reader;
        private List<String> columns = List.of();
        private long offset;
        private long line;
        private String digest = "";

        Rows(Path file, CsvDialect dialect) {
            this.file = file;
            this.dialect = dialect;
        }

        @Override
        public void open(ExecutionContext context) {
            try {
                String path = file.toAbsolutePath().toString();
                if (Files.isDirectory(file)) {
                    throw new ItemStreamException("%s is a folder; name a file in it".formatted(file));
                }
                if (InputSources.isPattern(path)) {
                    throw new ItemStreamException("%s: no such file".formatted(file));
                }
                Inputs inputs = InputSources.in(Path.of("")).find(List.of(path));
                InputSurvey survey = InputSurvey.of(inputs, dialect);
                Header header =
                        survey.header().orElseThrow(() -> new ItemStreamException("%s has no header".formatted(file)));
                RecordsStart start = survey.starts().get(0);
                columns = header.names();
                SeenBytes seen = new SeenBytes(inputs);
                Digests digests = ContentDigest.digests(inputs, seen);
                digest = digests.whole();
                requireUnchanged(context);
                offset = context.getLong(OFFSET, start.offset());
                line = context.getLong(LINE, start.line());
                reader = new CsvItemReader(
                        seen.inputs(digests.files()),
                        dialect,
                        header,
                        new ReadRange(offset, inputs.endOffset(), line),
                        Long.MAX_VALUE);
                reader.open(context);
            } catch (InputException e) {
                throw new ItemStreamException(String.valueOf(e.getMessage()), e);
            } catch (IOException e) {
                throw new ItemStreamException("%s cannot be read".formatted(file), e);
            }
        }

        private void requireUnchanged(ExecutionContext context) {
            if (context.containsKey(OFFSET) && !digest.equals(context.getString(DIGEST, ""))) {
                throw new ItemStreamException(
                        "%s has other content than when the step began: restore it to continue, or start another job instance"
                                .formatted(file));
            }
        }

        @Override
        public @Nullable Map<String, String> read() throws IOException {
            if (reader == null) {
                throw new IllegalStateException("The reader is not open");
            }
            CsvItem item = reader.read();
            if (item == null) {
                return null;
            }
            offset = item.location().nextOffset();
            line = item.location().nextLine();
            if (item instanceof MalformedRecord malformed) {
                throw new ParseException(
                        "%s:%d: %s".formatted(file, malformed.location().line(), malformed.reason()));
            }
            CsvRecord row = (CsvRecord) item;
            Map<String, String> cells = new LinkedHashMap<>();
            for (int column = 0; column < columns.size(); column++) {
                cells.put(columns.get(column), row.text(column));
            }
            return cells;
        }

        @Override
        public void update(ExecutionContext context) {
            context.putLong(OFFSET, offset);
            context.putLong(LINE, line);
            context.putString(DIGEST, digest);
        }

        @Override
        public void close() {
            if (reader != null) {
                reader.close();
            }
        }
    }
}
