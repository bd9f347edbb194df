package dev.mongohaul.cli;

import dev.mongohaul.job.launch.ImportRequest;
import dev.mongohaul.job.launch.RunControl;
import dev.mongohaul.job.launch.RunControl.RunRefusedException;
import dev.mongohaul.report.RunReport;
import dev.mongohaul.repository.ImportLease.Lease;
import dev.mongohaul.repository.Run;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** Commands that take the number of a run. */
abstract sealed class RunCommands extends ConsoleCommand {

    @Parameters(
            index = "0",
            paramLabel = "RUN",
            converter = RunNumber.class,
            description = "Number of the run. 'mongohaul report' lists the runs.")
    long id;

    @Mixin
    MongoOptions mongo;

    static final class RunNumber implements ITypeConverter<Long> {

        @Override
        public Long convert(String text) {
            try {
                return Long.valueOf(text);
            } catch (NumberFormatException e) {
                throw new TypeConversionException(
                        "\"%s\" is not a run's number, such as 42; 'mongohaul report' lists them".formatted(text));
            }
        }
    }

    @Command(
            name = "restart",
            description = "Continue the import of a run that failed or was stopped.",
            exitCodeList = {
                "0:completed, or nothing to do",
                "1:failed; the same command resumes the import",
                "2:wrong command, run, setting or input; nothing was written",
                "10:completed with rejects",
                "11:stopped; the same command resumes the import",
                "12:a limit was exceeded (rejects, swap guard, deletions, drift); the same command with another limit resumes",
                "13:another process runs this import"
            },
            footer = {"  mongohaul restart 42", "  mongohaul restart 42 --rejects.limit=100"})
    public static final class Restart extends RunCommands {

        @Parameters(index = "1..*", paramLabel = "NAME=VALUE", description = "Setting that replaces one of the run.")
        private List<String> parameters = List.of();

        @Option(
                names = "--allow-deletes",
                paramLabel = "N",
                description =
                        "Delete up to N documents that the input of a snapshot lacks (snapshot.max-deletes). They are counted again.")
        private @Nullable Long allowedDeletes;

        @Mixin
        private JobFolder folder;

        @Override
        public Integer call() {
            if (allowedDeletes != null) {
                parameters = Stream.concat(
                                parameters.stream(), Stream.of("snapshot.max-deletes=" + requireCount(allowedDeletes)))
                        .toList();
            }
            Optional<ImportRequest> asked = asked();
            return (asked.isPresent()
                            ? mongo.runner(spec).run(asked.get())
                            : new UndoRunner(mongo.server(spec), out()).run(id, false, folder))
                    .value();
        }

        private static long requireCount(long number) {
            if (number < 0) {
                throw new UsageException("--allow-deletes=" + number + " is not a number of documents, 0 or more");
            }
            return number;
        }

        /** Returns the request of the import; empty if it is an undo. */
        private Optional<ImportRequest> asked() {
            try (Session session = mongo.open(spec)) {
                RunControl control = session.control();
                if (!control.planOf(id).identity().isUndo()) {
                    return Optional.of(control.restart(folder.files(), id, parameters));
                }
                if (!parameters.isEmpty()) {
                    throw new UsageException("Run %d is an undo, which has no parameters: %s"
                            .formatted(id, String.join(" ", parameters)));
                }
                return Optional.empty();
            }
        }
    }

    /** Stops a run of any process after its current chunk, and waits for its end. */
    @Command(
            name = "stop",
            description = {
                "Stop a run after its current chunk.",
                "The run can be in any process. stop waits up to 60 seconds for the end of the run."
            },
            exitCodeList = {
                "0:the run has ended",
                "1:failed, or the run did not end within 60 seconds",
                "2:wrong command, or no run with this number is running"
            },
            footer = {"  mongohaul stop 42", "  mongohaul stop 42 && mongohaul report 42"})
    public static final class Stop extends RunCommands {

        private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
        private static final Duration POLL_INTERVAL = Duration.ofMillis(500);

        @Override
        public Integer call() {
            try (Session session = mongo.open(spec)) {
                Optional<Lease> owner = session.control().requestStop(id);
                ExitCode code = owner.isEmpty() ? printEnd(session) : await(session, owner.get());
                return code.value();
            }
        }

        private ExitCode await(Session session, Lease owner) {
            err().printf("Run %d of %s was asked to stop; waiting for it ...%n", id, owner.owner());
            err().flush();
            long end = System.nanoTime() + LONGEST_WAIT.toNanos();
            while (System.nanoTime() < end) {
                if (!session.control().run(id).running()) {
                    return printEnd(session);
                }
                if (owner.ownerIsDead()) {
                    throw RunRefusedException.dead(id);
                }
                LockSupport.parkNanos(POLL_INTERVAL.toNanos());
            }
            err().printf(
                            "Run %d did not stop within %d s. The stop request is recorded; check with"
                                    + " 'mongohaul report %d'%n",
                            id, LONGEST_WAIT.toSeconds(), id);
            return ExitCode.FAILED;
        }

        private ExitCode printEnd(Session session) {
            Run run = session.control().requireEnded(id);
            out().printf(
                            "Run %d: %s%s%n",
                            id,
                            RunReport.of(run).status(),
                            run.ending().continues() ? "; 'mongohaul restart %d' continues".formatted(id) : "");
            return ExitCode.COMPLETED;
        }
    }

    @Command(
            name = "abandon",
            description = {
                "Give up an unfinished import. Its documents stay.",
                "The import cannot be resumed afterwards. The next import of the same files starts from the beginning."
            },
            exitCodeList = {
                "0:completed",
                "1:failed",
                "2:wrong command, or the import is already finished or abandoned",
                "13:another process runs this import"
            },
            footer = {"  mongohaul abandon 42", "  mongohaul abandon 42 && mongohaul import orders"})
    public static final class Abandon extends RunCommands {

        @Override
        public Integer call() {
            try (Session session = mongo.open(spec)) {
                out().println(session.control().abandon(id));
            }
            return ExitCode.COMPLETED.value();
        }
    }

    @Command(
            name = "undo",
            description = {
                "Take back the whole import of a run.",
                "Inserted documents are removed, changed and deleted ones are restored. Documents that were changed since are spared, as far as the import kept what it wrote (undo.hashes, undo.keep); a file lists them.",
                "Afterwards the same content can be imported again."
            },
            exitCodeList = {
                "0:undone, now or before",
                "1:failed; the same command resumes the undo",
                "2:wrong command, or the import cannot be undone; nothing was changed",
                "10:undone, but for documents that were changed since",
                "11:stopped; the same command resumes the undo",
                "13:another process writes into the target"
            },
            footer = {"  mongohaul undo 42 --dry-run", "  mongohaul undo 42"})
    public static final class Undo extends RunCommands {

        @Option(names = "--dry-run", description = "Count what would be taken back, and change nothing.")
        private boolean dryRun;

        @Option(
                names = "--force",
                description =
                        "Also take back documents that were changed since, and imports that later ones may have built on.")
        private boolean force;

        @Mixin
        private JobFolder folder;

        @Override
        public Integer call() {
            UndoRunner runner = new UndoRunner(mongo.server(spec), out());
            return (dryRun ? runner.preview(id, force) : runner.run(id, force, folder)).value();
        }
    }

    @Command(
            name = "rejects",
            description = {
                "Write the rejected records of an import to standard output.",
                "The output is CSV with the header of the input. The records are the same bytes as in the input."
            },
            exitCodeList = {"0:completed, or there is no reject", "1:failed", "2:wrong command, charset or run"},
            footer = {
                "  mongohaul rejects 42 > corrected.csv",
                "  mongohaul rejects 42 --charset=ISO-8859-1 > corrected.csv"
            })
    public static final class Rejects extends RunCommands {

        @Option(
                names = "--charset",
                paramLabel = "NAME",
                description =
                        "Write only records of inputs in this charset. Needed if the inputs have several charsets.")
        private @Nullable String charset;

        @Override
        public Integer call() throws IOException {
            try (Session session = mongo.open(spec)) {
                OutputStream out = new BufferedOutputStream(invocation().out());
                if (!session.control().writeRejects(id, charset, out)) {
                    err().printf("Run %d has no rejects%n", id);
                }
                out.flush();
            }
            return ExitCode.COMPLETED.value();
        }
    }
}
