package dev.mongohaul.infer;

import dev.mongohaul.csv.CsvRecord;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.regex.Pattern;

/**
 * What is known once the sample was read: how its bytes are records, and what is in the columns.
 *
 * @param sample what the next passes look at, too
 */
record FirstPass(Sample sample, DialectGuess guess, InputProfile profile) {

    /** A column's name behind the sign that begins a comment, if it is one: hardly more than two words. */
    private static final Pattern NAME = Pattern.compile("#?[ \\t]*([\\p{L}_][^\\s:]*( [^\\s:]+)?)?[ \\t]*");

    static FirstPass over(Sample sample, Charset charset) throws IOException {
        FirstPass pass = over(sample, DialectGuess.of(sample.inputs(), charset));
        // Places may all begin within records.
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

    /** The only comment, in front of records that have no other header. */
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

    /** Behind the beginning, most lines that look like comments are like all records. */
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

    /** Most records have another number of cells than the header, and nothing is lost by that. */
    private FirstPass withFewCells() throws IOException {
        return 2 * profile.ragged() > profile.records() && profile.surplus() == 0
                ? over(sample, guess.lenient())
                : this;
    }
}
