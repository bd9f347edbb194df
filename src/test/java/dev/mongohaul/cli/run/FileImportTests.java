package dev.mongohaul.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.output.StandardOutput;
import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.infer.InferredJob;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
        Invocation invocation = new Invocation(
                Map.of(),
                Path.of(""),
                InputStream.nullInputStream(),
                new StandardOutput(new ByteArrayOutputStream(), StandardCharsets.UTF_8),
                new PrintWriter(text, true));
        InferredJob job = new InferredJob("", List.of(), 1);

        InferredJob inferred = FileImport.showing(invocation, List.of("big.csv"), () -> {
            shown.await();
            return job;
        });

        assertThat(inferred).isSameAs(job);
        assertThat(text).hasToString("""
                big.csv: reading the input several times, to find the types and keys of its columns: 5 s
                """);
    }
}
