package dev.mongohaul.faults.campaign;

import dev.mongohaul.faults.input.Draw;
import dev.mongohaul.faults.input.Input;
import dev.mongohaul.faults.oracle.Invariant;
import dev.mongohaul.faults.process.Launched;
import dev.mongohaul.faults.trial.OneOperation;
import dev.mongohaul.faults.trial.Settings;
import dev.mongohaul.faults.trial.Subject;
import dev.mongohaul.faults.trial.Trial;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The disk of the reject files is full, or a file or folder of the same name obstructs them. */
final class DiskCampaign implements Campaign {

    /** Yields 600 rejects. Their records fit into 96 KiB, but not into 16 KiB. Their reasons fit into neither. */
    private static final int ROWS = 60_000;

    private enum Fault {
        FULL_AT_ONCE("4k"),
        FULL_WITH_RECORDS("16k"),
        FULL_WITH_REASONS("96k"),
        A_FILE_IN_ITS_PLACE(""),
        A_FOLDER_NAMED_LIKE_THE_FILE("");

        private final String size;

        Fault(String size) {
            this.size = size;
        }
    }

    @Override
    public Outcome run(Draw draw, RunContext context) {
        Fault fault = context.nextOf(List.of(Fault.values()));
        Input input = new Input(draw.seed(), context.rowsOr(ROWS), Input.EVERY_REJECT, "\n");
        Subject subject = new OneOperation(input, draw.chance(0.5), false, false);
        Settings settings = Settings.draw(draw, subject, Settings.FAST);
        try (Trial trial = context.trial(subject)) {
            trial.fault(fault.toString());
            if (!fault.size.isEmpty() && !TinyDisk.possible()) {
                trial.fault("skipped: unshare -rm is not permitted");
            } else {
                fail(trial, settings, fault);
            }
            trial.finish(settings, 1);
            return Outcome.of(trial, settings);
        }
    }

    private static void fail(Trial trial, Settings settings, Fault fault) {
        Path rejects = trial.importer().folder().resolve("rejects");
        obstruct(rejects, fault);
        Launched launched = fault.size.isEmpty()
                ? trial.launch(settings)
                : trial.launchWrapped(TinyDisk.on(rejects, fault.size), settings);
        int exit = trial.awaitEnd(launched, Trial.LIMIT);
        if (exit != 1 || !(launched.printed() + launched.errors()).contains("rejects")) {
            trial.violated(
                    Invariant.HONEST_STATUS,
                    "exit code %d without room for rejects: %s".formatted(exit, launched.lastOutput()));
        }
        clear(rejects, fault);
    }

    private static void obstruct(Path rejects, Fault fault) {
        try {
            switch (fault) {
                case A_FILE_IN_ITS_PLACE -> Files.createFile(rejects);
                case A_FOLDER_NAMED_LIKE_THE_FILE ->
                    Files.createDirectories(rejects.resolve("faults-1.jsonl/in-the-way"));
                default -> Files.createDirectories(rejects);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void clear(Path rejects, Fault fault) {
        try {
            switch (fault) {
                case A_FILE_IN_ITS_PLACE -> Files.delete(rejects);
                case A_FOLDER_NAMED_LIKE_THE_FILE -> {
                    Files.delete(rejects.resolve("faults-1.jsonl/in-the-way"));
                    Files.delete(rejects.resolve("faults-1.jsonl"));
                }
                default -> {}
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file system of some KiB that is visible only to the launched process. */
    private static final class TinyDisk {

        static boolean possible() {
            try {
                return new ProcessBuilder(List.of("unshare", "-rm", "true"))
                                .start()
                                .waitFor()
                        == 0;
            } catch (IOException e) {
                return false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        static List<String> on(Path folder, String size) {
            String mount = "mount -t tmpfs -o size=%s tmpfs '%s' && exec \"$@\"".formatted(size, folder);
            return List.of("unshare", "-rm", "sh", "-c", mount, "sh");
        }
    }
}
