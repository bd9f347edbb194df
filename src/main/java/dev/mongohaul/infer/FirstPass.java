package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvRecord;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.regex.Pattern;

/**
 * Result of the first pass over the sample: the dialect and the profile of the columns.
 *
 * @param sample the sample of the next passes
 */
record FirstPass(Sample sample, DialectGuess guess, InputProfile profile) {

    /** A column's name after the comment character: at most two words. */
    private static final Pattern NAME = Pattern.compile("#?[ \\t]*([\\p{L}_][^\\s:]*( [^\\s:]+)?)?[ \\t]*");

    static FirstPass over(Sample sample, Charset charset) throws IOException {
        FirstPass pass = over(sample, DialectGuess.of(sample.inputs(), charset));
        // All places may begin inside records.
        FirstPass full =
                pass.profile.records() > 0 || pass.sample.isInOrder() ? pass : over(sample.inOrder(), pass.guess);
        return full.withoutQuotesThatAreText()
                .withCommentThatIsHeader()
                .withCommentsThatAreRecords()
                .withFewCells();
    }

    private static FirstPass over(Sample sample, DialectGuess guess) throws IOException {
        return new FirstPass(sample, guess, InputProfile.of(sample, guess));
    }

    private FirstPass withoutQuotesThatAreText() throws IOException {
        boolean quotes = guess.dialect().quote() != null;
        if (!quotes
                || profile.malformed().isEmpty()
                || !DialectGuess.arePlainText(profile.misfits(), profile.enclosed(), 0)) {
            return this;
        }
        FirstPass other = over(sample, guess.withoutQuote(sample.inputs()));
        boolean better = DialectGuess.arePlainText(profile.misfits(), profile.enclosed(), other.profile.misfits());
        return (better && other.isReadable()) || !isReadable() ? other : this;
    }

    private boolean isReadable() {
        return !profile.firsts().isEmpty();
    }

    /** Reads the only comment as the header, where the records have no other. */
    private FirstPass withCommentThatIsHeader() throws IOException {
        if (guess.comments().size() != 1 || !isReadable()) {
            return this;
        }
        DialectGuess other = guess.withoutComment(sample.inputs());
        if (other.width() != guess.width()
                || other.dialect().skipLines() != guess.dialect().skipLines()) {
            return this;
        }
        FirstPass plain = over(sample, other);
        boolean first =
                plain.isReadable() && plain.profile.firsts().get(0).text(0).startsWith("#");
        return first && isHeader(plain) ? plain : this;
    }

    /** Reads comments as records, where most of them after the beginning are like the other records. */
    private FirstPass withCommentsThatAreRecords() throws IOException {
        if (guess.comments().isEmpty() || sample.inputs().endOffset() <= DialectGuess.HEAD_BYTES) {
            return this;
        }
        DialectGuess other = guess.withoutComment(sample.inputs());
        long[] records = new long[2];
        sample.records(other.dialect(), other.width(), (item, first) -> {
            boolean comment = item.toByteArray().length > 0 && item.toByteArray()[0] == '#';
            boolean fits = item instanceof CsvRecord record && record.cellCount() == guess.width();
            records[fits ? 1 : 0] += comment ? 1 : 0;
        });
        return records[1] > records[0] ? over(sample, other) : this;
    }

    private boolean isHeader(FirstPass plain) {
        if (profile.records() == 0 || !HeaderGuess.of(profile, guess).isThere()) {
            return true;
        }
        boolean typed = profile.columns().stream().anyMatch(column -> column.isDistinctive());
        return !typed
                && HeaderGuess.texts(plain.profile.firsts().get(0)).stream()
                        .allMatch(name -> NAME.matcher(name).matches());
    }

    /** Allows missing cells, where most records have another number than the header and nothing is lost. */
    private FirstPass withFewCells() throws IOException {
        return 2 * profile.ragged() > profile.records() && profile.surplus() == 0
                ? over(sample, guess.lenient())
                : this;
    }
}
