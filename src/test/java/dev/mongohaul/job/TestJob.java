package dev.mongohaul.job;

import dev.mongohaul.job.file.JobFileReader;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.repository.plan.StoredRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.util.unit.DataSize;

/**
 * Job with files in a separate folder. By default it reads {@code input.csv} into the collection with the name of the
 * job.
 */
public final class TestJob {

    private final Path folder;
    private final String name;
    private final String text;

    private TestJob(Path folder, String name, String text) {
        this.folder = folder;
        this.name = name;
        this.text = text;
    }

    /**
     * Returns a job with the name.
     *
     * @param settings further lines of the job file, and {@code source} or {@code target} in place of the usual
     */
    public static TestJob in(Path folder, String name, String... settings) {
        StringBuilder text = new StringBuilder(String.join("\n", settings)).append('\n');
        addUnlessThere(text, "source", "{files: input.csv}");
        addUnlessThere(text, "target", "{collection: " + name + "}");
        return new TestJob(folder, name, text.toString());
    }

    private static void addUnlessThere(StringBuilder text, String key, String value) {
        if (!("\n" + text).contains("\n" + key + ":")) {
            text.append(key).append(": ").append(value).append('\n');
        }
    }

    public Path folder() {
        return folder;
    }

    public TestJob input(String content) {
        return input("input.csv", content.getBytes(StandardCharsets.UTF_8));
    }

    public TestJob input(String file, byte[] content) {
        try {
            Files.write(folder.resolve(file), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    public JobFile file(String... parameters) {
        return new JobFileReader(folder).read(folder.resolve("jobs/" + name + ".yml"), text, List.of(parameters));
    }

    /** Returns the import of the job, which does not wait for an absent server. */
    public ImportJob prepare(String... parameters) {
        return prepare(InputStream.nullInputStream(), Duration.ZERO, parameters).orElseThrow();
    }

    public ImportJob prepareFromStandardInput(String content, String... parameters) {
        InputStream in = new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8));
        return prepare(in, Duration.ZERO, parameters).orElseThrow();
    }

    public Optional<ImportJob> prepare(InputStream standardInput, Duration rideThrough, String... parameters) {
        return prepare(standardInput, limits(rideThrough, List.of(), List.of()), parameters);
    }

    /** Returns the import of the job, with files confined to folders. */
    public Optional<ImportJob> prepareWithin(List<Path> inputRoots, List<Path> outputRoots, String... parameters) {
        return prepare(InputStream.nullInputStream(), limits(Duration.ZERO, inputRoots, outputRoots), parameters);
    }

    private static ImportProperties limits(Duration rideThrough, List<Path> inputRoots, List<Path> outputRoots) {
        return new ImportProperties(
                DataSize.ofMegabytes(16),
                DataSize.ofBytes(1),
                rideThrough,
                inputRoots,
                outputRoots,
                DataSize.ofTerabytes(1),
                DataSize.ofGigabytes(10),
                RemoteProperties.ANY);
    }

    private Optional<ImportJob> prepare(InputStream standardInput, ImportProperties properties, String... parameters) {
        JobFile file = file(parameters);
        return new ImportJobs(standardInput, properties)
                .prepare(file, new StoredRequest(file.path().toString(), List.of(parameters)));
    }
}
