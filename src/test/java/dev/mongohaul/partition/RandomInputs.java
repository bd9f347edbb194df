package dev.mongohaul.partition;

import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.dialect.RaggedRecords;
import dev.mongohaul.csv.dialect.StrayQuotes;
import dev.mongohaul.csv.dialect.Trim;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.source.InputSources;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** One to four random files with irregular content, and their dialect. The seed determines them. */
final class RandomInputs {

    private static final String[] CHARSETS = {
        "UTF-8", "UTF-8", "UTF-8", "UTF-8", "ISO-8859-1", "windows-1252", "UTF-16LE", "Shift_JIS"
    };
    private static final String[] TEXTS = {
        "a", "b7", " ", "-", "ä", "€", "日本", "𝄞", "#", "x\0y", "a text of some length"
    };
    private static final String[] LINE_ENDS = {"\n", "\n", "\n", "\r\n", "\r\n", "\r", "\n\n", "\r\n\r\n", "\n\r"};
    private static final int[] MOST_RECORD_BYTES = {8, 20, 60, 400};

    private final Random random;
    private final Path folder;
    private final char delimiter;
    private final char quote;
    private final @Nullable Character escape;
    private final Trim trim;
    private final CsvDialect dialect;
    private final boolean strict;

    RandomInputs(Random random, Path folder) {
        this.random = random;
        this.folder = folder;
        this.delimiter = pick(',', ',', ';', '\t', '|', ' ');
        this.quote = pick('"', '"', '"', '\'');
        this.escape = random.nextInt(3) == 0 ? '\\' : null;
        this.trim = pick(Trim.NONE, Trim.NONE, Trim.UNQUOTED, Trim.ALL);
        this.strict = random.nextInt(3) == 0;
        this.dialect = dialect();
    }

    private CsvDialect dialect() {
        Character quoting = random.nextInt(8) == 0 ? null : quote;
        StrayQuotes stray = quoting == null || random.nextBoolean() ? StrayQuotes.TEXT : StrayQuotes.REJECT;
        RaggedRecords ragged = random.nextBoolean() ? RaggedRecords.REJECT : RaggedRecords.LENIENT;
        boolean shortRecords = !strict && random.nextInt(3) == 0;
        return new CsvDialect(
                Charset.forName(CHARSETS[random.nextInt(CHARSETS.length)]),
                delimiter,
                quoting,
                escape,
                random.nextInt(4) == 0 ? List.of("a", "b") : List.of(),
                random.nextInt(4) == 0 ? 1 + random.nextInt(2) : 0,
                random.nextInt(8) == 0 ? "#" : "",
                stray,
                ragged,
                trim,
                shortRecords
                        ? MOST_RECORD_BYTES[random.nextInt(MOST_RECORD_BYTES.length)]
                        : CsvDialect.DEFAULT_MAX_RECORD_BYTES);
    }

    CsvDialect readAs() {
        return dialect;
    }

    Inputs write() throws IOException {
        int files = 1 + random.nextInt(4);
        for (int file = 0; file < files; file++) {
            boolean packed = random.nextInt(6) == 0;
            byte[] bytes = random.nextInt(8) == 0 ? new byte[0] : bytes();
            Files.write(folder.resolve(file + (packed ? ".csv.gz" : ".csv")), packed ? pack(bytes) : bytes);
        }
        return InputSources.in(folder).find(List.of("*.csv*"));
    }

    private byte[] bytes() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean marked = random.nextInt(4) == 0;
        Charset charset = marked ? StandardCharsets.UTF_8 : dialect.charset();
        bytes.write((marked ? "\uFEFF" : "").getBytes(charset));
        for (int line = 0; line < dialect.skipLines(); line++) {
            bytes.write(("skipped" + quote + lineEnd()).trim().concat("\n").getBytes(charset));
        }
        if (dialect.header().isEmpty()) {
            bytes.write(("a" + delimiter + "b" + pick("\n", "\r\n", "\r")).getBytes(charset));
        }
        bytes.write(spoilt(records().getBytes(charset)));
        return bytes.toByteArray();
    }

    private byte[] spoilt(byte[] bytes) {
        if (random.nextInt(4) == 0 && bytes.length > 0) {
            bytes[random.nextInt(bytes.length)] = (byte) 0xFF;
        }
        return bytes;
    }

    private String records() {
        StringBuilder csv = new StringBuilder();
        int records = random.nextInt(40);
        boolean soup = !strict && random.nextInt(3) == 0;
        for (int record = 0; record < records; record++) {
            csv.append(soup ? soup() : record()).append(record + 1 < records || random.nextBoolean() ? lineEnd() : "");
        }
        return csv.toString();
    }

    private String record() {
        if (!strict && random.nextInt(20) == 0) {
            return soup();
        }
        if (!strict && random.nextInt(30) == 0) {
            return cell() + delimiter + "giant ".repeat(random.nextInt(30)) + quote(cell() + "\n" + cell());
        }
        int cells = random.nextInt(8) == 0 ? random.nextInt(4) : 2;
        StringBuilder record = new StringBuilder();
        for (int cell = 0; cell < cells; cell++) {
            record.append(cell == 0 ? "" : delimiter).append(cell());
        }
        return record.toString();
    }

    private String cell() {
        StringBuilder cell = new StringBuilder();
        boolean quoted = random.nextInt(3) == 0;
        for (int part = random.nextInt(4); part > 0; part--) {
            cell.append(
                    quoted && random.nextBoolean()
                            ? special().replace(String.valueOf(quote), "" + quote + quote)
                            : escape != null && random.nextInt(3) == 0 ? escaped() : text());
        }
        return quoted ? quote(cell.toString()) : cell.toString();
    }

    private String quote(String content) {
        return quote + content + quote;
    }

    private String soup() {
        StringBuilder soup = new StringBuilder();
        for (int part = random.nextInt(8); part > 0; part--) {
            soup.append(random.nextBoolean() ? special() : text());
        }
        return soup.toString();
    }

    private String special() {
        if (escape != null && random.nextInt(8) == 0) {
            return "\\";
        }
        return pick("" + delimiter, "" + quote, "" + quote + quote, "\n", "\r\n", "\r", "\na" + delimiter + "b\n", "");
    }

    private String escaped() {
        if (random.nextInt(60) == 0) {
            return "\\".repeat(2 * random.nextInt(2000));
        }
        return pick(
                "\\\\", "\\N", "\\n", "\\ä", "\\" + quote, "\\" + delimiter, "\\\n", "\\\r\n", "\\\r", "\\".repeat(8));
    }

    private String text() {
        return TEXTS[random.nextInt(TEXTS.length)];
    }

    private String lineEnd() {
        return LINE_ENDS[random.nextInt(LINE_ENDS.length)];
    }

    @SafeVarargs
    private <T> T pick(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private static byte[] pack(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        }
        return packed.toByteArray();
    }
}
