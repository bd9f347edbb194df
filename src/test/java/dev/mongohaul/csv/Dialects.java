package dev.mongohaul.csv;

import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.dialect.RaggedRecords;
import dev.mongohaul.csv.dialect.StrayQuotes;
import dev.mongohaul.csv.dialect.Trim;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Dialect with only the relevant settings. The quote {@code none} means no quote. */
record Dialects(
        @Nullable String charset,
        @Nullable Character delimiter,
        @Nullable String quote,
        @Nullable Character escape,
        @Nullable List<String> header,
        @Nullable Integer skipLines,
        @Nullable String comment,
        @Nullable StrayQuotes strayQuotes,
        @Nullable RaggedRecords ragged,
        @Nullable Trim trim,
        @Nullable Integer maxRecordBytes) {

    CsvDialect toDialect() {
        String quoteName = Objects.requireNonNullElse(quote, "\"");
        return new CsvDialect(
                charset == null ? StandardCharsets.UTF_8 : Charset.forName(charset),
                Objects.requireNonNullElse(delimiter, ','),
                quoteName.equals("none") ? null : quoteName.charAt(0),
                escape,
                Objects.requireNonNullElse(header, List.of()),
                Objects.requireNonNullElse(skipLines, 0),
                Objects.requireNonNullElse(comment, ""),
                Objects.requireNonNullElse(strayQuotes, StrayQuotes.TEXT),
                Objects.requireNonNullElse(ragged, RaggedRecords.REJECT),
                Objects.requireNonNullElse(trim, Trim.NONE),
                Objects.requireNonNullElse(maxRecordBytes, CsvDialect.DEFAULT_MAX_RECORD_BYTES));
    }

    static CsvDialect in(Charset charset) {
        return new Dialects(charset.name(), null, null, null, null, null, null, null, null, null, null).toDialect();
    }

    static CsvDialect withHeader(List<String> header) {
        return new Dialects(null, null, null, null, header, null, null, null, null, null, null).toDialect();
    }

    static CsvDialect withMaxRecordBytes(int bytes) {
        return new Dialects(null, null, null, null, null, null, null, null, null, null, bytes).toDialect();
    }
}
