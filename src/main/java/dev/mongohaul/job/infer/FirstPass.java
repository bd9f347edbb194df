package dev.mongohaul.job.infer;

import dev.mongohaul.job.infer.dialect.DialectGuess;
import dev.mongohaul.job.infer.sample.Sample;
import java.io.IOException;
import java.nio.charset.Charset;

/**
 * What is known once the sample was read: how its bytes are records, and what is in the columns.
 *
 * @param sample what the next passes look at, too
 */
record FirstPass(Sample sample, DialectGuess guess, InputProfile profile) {

    static FirstPass over(Sample sample, Charset charset) throws IOException {
        FirstPass pass = over(sample, DialectGuess.of(sample.inputs(), charset));
        // Places may all begin within records.
        FirstPass full = pass.profile.records() > 0 ? pass : over(sample.inOrder(), pass.guess);
        if (full.profile.malformed() == 0 || full.guess.dialect().quote() == null) {
            return full;
        }
        FirstPass unquoted = over(full.sample, full.guess.withoutQuote(sample.inputs()));
        return unquoted.profile.misfits() < full.profile.misfits() ? unquoted : full;
    }

    private static FirstPass over(Sample sample, DialectGuess guess) throws IOException {
        return new FirstPass(sample, guess, InputProfile.of(sample, guess));
    }
}
