package dev.mongohaul.cli;

import dev.mongohaul.infer.Hints;
import dev.mongohaul.infer.JobInference;
import dev.mongohaul.infer.JobInference.InferredJob;
import dev.mongohaul.job.file.JobFiles;
import dev.mongohaul.job.file.JobFiles.JobFileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "infer",
        description = {
            "Write a job file for CSV files: the dialect, types and id that fit their content.",
            "Files up to 256 MiB are read completely, larger ones at 64 places."
        },
        footer = {
            "  mongohaul infer in/orders.csv -o jobs/orders.yml",
            "  mongohaul infer in/orders.csv skip-lines=2 delimiter=';' fields.number=string"
        })
final class InferCommand extends ConsoleCommand {

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = {
                "CSV files of one kind, or globs in quotes; .gz and .zst are decompressed.",
                "Then settings of a job file as NAME=VALUE, which are not inferred."
            })
    private List<String> arguments = List.of();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write to this file instead of standard output. It must not exist.")
    private @Nullable Path output;

    @Override
    public Integer call() throws IOException {
        Invocation invocation = invocation();
        List<String> settings = arguments.stream().filter(invocation::isSetting).toList();
        List<String> files = arguments.stream()
                .filter(argument -> !invocation.isSetting(argument))
                .toList();
        if (files.isEmpty()) {
            throw new UsageException("%s is a setting. Name a CSV file as well.".formatted(settings.get(0)));
        }
        Path target = output == null ? null : invocation.resolve(output);
        if (target != null && Files.exists(target)) {
            throw new UsageException("%s exists already. Remove it, or name another file with -o.".formatted(output));
        }
        Map<String, Object> given =
                new JobFileReader(invocation.workingDirectory()).settings(Path.of("any.yml"), settings);
        InferredJob job = new JobInference(
                        invocation.workingDirectory().toAbsolutePath(),
                        Settings.of(invocation).importing().inputRules())
                .infer(files, new Hints(given, true, false, null));
        if (target == null) {
            invocation.out().writeUtf8(job.text());
        } else {
            write(job.text(), target);
            job.notes().forEach(err()::println);
            err().printf("%s is written. Next: mongohaul check %s%n", output, JobFiles.nameOf(target));
        }
        return ExitCode.COMPLETED.value();
    }

    private static void write(String text, Path target) throws IOException {
        Path folder = target.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        Path written = Files.createTempFile(folder, ".mongohaul", ".yml");
        try {
            Files.writeString(written, text);
            Files.move(written, target);
        } finally {
            Files.deleteIfExists(written);
        }
    }
}
