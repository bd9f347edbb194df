package dev.mongohaul.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.check.CheckLauncher;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.ImportMonitor;
import dev.mongohaul.job.TestJob;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

class CheckJsonTests {

    @TempDir
    private Path folder;

    @Test
    void charsetIsTheOneThatWasRead() {
        ImportJob job = TestJob.in(folder, "job")
                .input("input.csv", "\uFEFFn\n1\n".getBytes(StandardCharsets.UTF_16LE))
                .prepare();

        assertThat(charset(job)).isEqualTo("UTF-16LE");
        assertThat(InputText.of(job)).contains("; UTF-16LE, delimiter");
    }

    @Test
    void severalCharsetsAreAllNamed() {
        ImportJob job = TestJob.in(folder, "job", "source: {files: '*.csv'}")
                .input("a.csv", "n\n1\n".getBytes(StandardCharsets.UTF_8))
                .input("b.csv", "\uFEFFn\n1\n".getBytes(StandardCharsets.UTF_16BE))
                .prepare();

        assertThat(charset(job)).isEqualTo("UTF-8, UTF-16BE");
    }

    private static String charset(ImportJob job) {
        String json = CheckJson.of(job, CheckLauncher.launch(job, new ImportMonitor()));
        return JsonMapper.shared().readTree(json).at("/dialect/charset").stringValue();
    }
}
