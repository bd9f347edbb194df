package dev.mongohaul.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.infer.Guess;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class FileImportTests {

    @Test
    void longInferenceShowsWhatItDoes() {
        CountDownLatch shown = new CountDownLatch(1);
        StringWriter text = new StringWriter() {
            @Override
            public void flush() {
                shown.countDown();
            }
        };
        Guess job = new Guess(List.of(), 1, null, List.of(), List.of(), Map.of());

        Guess inferred = FileImport.showing(new PrintWriter(text, true), List.of("big.csv"), () -> {
            shown.await();
            return job;
        });

        assertThat(inferred).isSameAs(job);
        assertThat(text).hasToString("""
                big.csv: reading the input several times, to find the types and keys of its columns: 5 s
                """);
    }
}
