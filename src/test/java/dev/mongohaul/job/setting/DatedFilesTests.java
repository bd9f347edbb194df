package dev.mongohaul.job.setting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.job.file.JobFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatedFilesTests {

    private static final Instant LATE = Instant.parse("2026-11-20T23:30:00Z");

    @TempDir
    private Path folder;

    @Test
    void dateIsTheDayInTheZoneOfTheSchedule() throws IOException {
        JobFile job =
                job("in/{date}.csv", "unfinished: abandon", "schedule: {cron: '0 0 1 * * *', zone: Europe/Berlin}");

        assertThat(DatedFiles.parameters(job, LATE, List.of()))
                .containsExactly("source.files=[\"" + folder + "/in/2026-11-21.csv\"]");
    }

    @Test
    void dateHasItsPatternAndIsInUtcWithoutASchedule() throws IOException {
        JobFile job = job("in/{date:yyyy}/p-{date:yyMMdd-HHmm}*.csv.gz");

        assertThat(DatedFiles.parameters(job, LATE, List.of("chunk-size=7")))
                .containsExactly("chunk-size=7", "source.files=[\"" + folder + "/in/2026/p-261120-2330*.csv.gz\"]");
    }

    @Test
    void givenFilesReplaceThoseOfTheJob() throws IOException {
        job("in.csv");
        List<String> given = List.of("files=in/{date}.csv", "chunk-size=7");
        JobFile job = new JobFiles(folder.resolve("jobs"), folder).find("j", given);

        List<String> parameters = DatedFiles.parameters(job, LATE, given);

        assertThat(parameters).containsExactly("chunk-size=7", "source.files=[\"" + folder + "/in/2026-11-20.csv\"]");
        assertThat(new JobFiles(folder.resolve("jobs"), folder)
                        .find("j", parameters)
                        .source()
                        .files())
                .containsExactly(folder + "/in/2026-11-20.csv");
    }

    @Test
    void parametersWithoutADateAreUnchanged() throws IOException {
        List<String> given = List.of("chunk-size=7");

        assertThat(DatedFiles.parameters(job("in/{a,b}.csv"), LATE, given)).isSameAs(given);
    }

    private JobFile job(String file, String... lines) throws IOException {
        Files.createDirectories(folder.resolve("jobs"));
        Files.writeString(
                folder.resolve("jobs/j.yml"),
                "source: {files: '%s'}%ntarget: {collection: c}%n%s%n"
                        .formatted(file, String.join(System.lineSeparator(), lines)));
        return new JobFiles(folder.resolve("jobs"), folder).find("j", List.of());
    }
}
