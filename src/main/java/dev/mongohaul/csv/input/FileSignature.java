package dev.mongohaul.csv.input;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;

/** Kinds of files that are not CSV, recognized by their first bytes. */
public enum FileSignature {
    EXCEL(
            "an Excel workbook",
            "Save it as CSV UTF-8 and import that file.",
            "(?s)\u00D0\u00CF\u0011\u00E0.*" + "|PK\u0003\u0004.*(\\[Content_Types\\]\\.xml|xl/|_rels/).*"),
    SPREADSHEET(
            "an OpenDocument file",
            "Save it as CSV and import that file.",
            "(?s)PK\u0003\u0004.*mimetypeapplication/.*"),
    ZIP("a ZIP archive", "Its name must end in .zip.", "(?s)PK(\u0003\u0004|\u0005\u0006).*"),
    GZIP("a gzip archive", "Its name must end in .gz.", "(?s)\u001F\u008B.*"),
    ZSTANDARD("a Zstandard archive", "Its name must end in .zst.", "(?s)[(]\u00B5/\u00FD.*"),
    BZIP2("a bzip2 archive", "Its name must end in .bz2.", "(?s)BZh[1-9]1AY&SY.*"),
    PDF("a PDF document", "Export the table as CSV.", "(?s)%PDF-.*"),
    PARQUET("a Parquet file", "Convert it to CSV.", "(?s)PAR1.*"),
    JSON(
            "JSON",
            "mongohaul imports CSV. Use mongoimport for JSON.",
            "(?s)(\u00EF\u00BB\u00BF)?\\s*(\\{([ \\t]*\"[^\\n\\r]*})?[ \\t]*[\\n\\r].*|\\{[ \\t]*\"[^\\n\\r]*}|\\[\\s*[\\[{].*)"),
    XML(
            "an XML or HTML document",
            "Export the table as CSV.",
            "(?si)(\u00EF\u00BB\u00BF)?\\s*(<\\?xml|<!doctype|<html).*");

    private static final int HEAD_BYTES = 4 << 10;

    /** Name of standard input, whose bytes may be in a file. */
    private static final String STANDARD_INPUT = "standard input";

    /** Programs that unpack standard input. */
    private static final Map<FileSignature, String> UNPACKED =
            Map.of(GZIP, "gunzip -c", ZSTANDARD, "zstd -dc", BZIP2, "bunzip2 -c", ZIP, "funzip");

    private final String name;
    private final String advice;
    private final Pattern beginning;

    FileSignature(String name, String advice, String beginning) {
        this.name = name;
        this.advice = advice;
        this.beginning = Pattern.compile(beginning);
    }

    /**
     * Refuses an input that is not CSV. Standard input keeps its place.
     *
     * @param header whether the first record names the columns; a first record of data may well be JSON or XML
     * @throws InputException saying what the input is, and what to do
     */
    public static void requireCsv(Input input, boolean header) throws IOException {
        String head;
        try (InputStream in = input.peek()) {
            head = new String(in.readNBytes(HEAD_BYTES), StandardCharsets.ISO_8859_1);
        }
        for (FileSignature signature : values()) {
            boolean text = signature == JSON || signature == XML;
            if ((header || !text) && signature.beginning.matcher(head).matches()) {
                String program = UNPACKED.get(signature);
                String advice = program == null || !input.name().equals(STANDARD_INPUT)
                        ? signature.advice
                        : "Pipe it through '%s'.".formatted(program);
                throw InputException.refused("%s is %s. %s".formatted(input.name(), signature.name, advice));
            }
        }
    }
}
