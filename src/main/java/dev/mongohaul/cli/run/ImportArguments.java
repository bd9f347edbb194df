package dev.mongohaul.cli.run;

import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.cli.session.JobFolder;
import dev.mongohaul.infer.JobInference;
import dev.mongohaul.job.file.JobFileName;
import dev.mongohaul.job.launch.ImportRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Job or files that a command reads, and settings that replace those of the job file, or of the mapping that is inferred
 * from files.
 */
public final class ImportArguments {

    private static final Pattern COLUMN_TYPE = Pattern.compile("(.+?)=(\\{.*}|[A-Za-z0-9]+)", Pattern.DOTALL);

    /** Such as {@code born=date(2006-01-02)}. */
    private static final Pattern TYPE_OF_MONGOIMPORT = Pattern.compile("(.+?)=(\\w+)\\((.*)\\)");

    private static final Pattern FILE_NAME = Pattern.compile(
            ".*[/*?{\\[].*|.*\\.(csv|tsv|txt|tab|psv|dat|log|gz|zst|xls|xlsx|ods|json|xml|zip|bz2|parquet)",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern UNIT = Pattern.compile("%|ms|[smhd]|([KMG]i?)?B");

    @Parameters(
            arity = "1..*",
            paramLabel = "JOB|FILE",
            description = {
                "Name of a job, or path of a job file (.yml); or CSV files, globs in quotes, or - for standard input.",
                "Settings follow: NAME=VALUE."
            })
    private List<String> arguments = List.of();

    @Option(
            names = "--type",
            paramLabel = "COLUMN=TYPE",
            description =
                    "Type of a column, such as number=int64 or 'day={type: date, pattern: dd.MM.yyyy}'. Can be repeated.")
    private List<String> types = List.of();

    @Option(names = "--plain", description = "Store all columns of a FILE as strings.")
    private boolean plain;

    @Option(
            names = "--strict-types",
            description = {
                "Give a column of a FILE the type that all but a few cells have (at most 1 %% and 20).",
                "Records with these cells are rejects; columns stay text if the limit for rejects does not allow them."
            })
    private boolean strict;

    @Option(
            names = "--infer-again",
            description = {
                "Infer the columns of a FILE again.",
                "Default: they have the types, names and dialect of the last import of a FILE into the collection."
            })
    private boolean inferAgain;

    @Option(names = "--yes", description = "Read a FILE although its division into columns is a guess.")
    private boolean guess;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    private final List<String> options = new ArrayList<>();

    @Option(
            names = "--collection",
            paramLabel = "NAME",
            description = "Target collection. Default for a FILE: the name of the file.")
    void setCollection(@Nullable String name) {
        set("target.collection", name);
    }

    @Option(
            names = "--database",
            paramLabel = "NAME",
            description = "Target database. Default: the database of the connection string.")
    void setDatabase(@Nullable String name) {
        set("target.database", name);
    }

    @Option(
            names = "--id",
            paramLabel = "COLUMN[,…]",
            description = "Columns that become the _id. Default: a generated ObjectId.")
    void setId(@Nullable String columns) {
        set("target.id", columns == null ? null : columns(columns));
    }

    /** Returns columns that commas separate as a list of a job file has them. */
    static String columns(String names) {
        return names.startsWith("[") ? names : list(names);
    }

    @Option(
            names = "--operation",
            paramLabel = "NAME",
            completionCandidates = Operations.class,
            description = "insert, add, replace, update, upsert, merge, delete, snapshot or swap. Default: insert."
                    + " Documents are found by --id, or by --match=COLUMN[,…].")
    void setOperation(@Nullable String operation) {
        set("write.operation", operation);
    }

    @Option(names = "--each-file", description = "Import each file alone, and skip files that were imported before.")
    void setEachFile(boolean each) {
        set("source.each", each ? "file" : null);
    }

    @Option(
            names = "--delimiter",
            paramLabel = "CHARACTER",
            description = "Character between cells, such as ';' or '\\t'.")
    void setDelimiter(@Nullable String delimiter) {
        set("source.delimiter", delimiter);
    }

    private void set(String key, @Nullable String value) {
        if (value != null) {
            options.add(key + "=" + value);
        }
    }

    private static String list(String names) {
        return Stream.of(names.split(",", -1))
                .map(name -> '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
                .collect(Collectors.joining(", ", "[", "]"));
    }

    static final class Operations extends CompletionWords {

        Operations() {
            super("insert", "add", "replace", "update", "upsert", "merge", "delete", "snapshot", "swap");
        }
    }

    /** Returns the files to import without a job file; empty if the first argument names a job. */
    public Optional<FileImport> files(JobFolder folder) {
        if (isJob(folder)) {
            requireNo(plain, "--plain", folder);
            requireNo(strict, "--strict-types", folder);
            requireNo(guess, "--yes", folder);
            requireNo(inferAgain, "--infer-again", folder);
            requireJob(folder);
            return Optional.empty();
        }
        folder.requireNoneBelow(arguments.get(0));
        return Optional.of(new FileImport(
                Invocation.of(spec), folder.files(), inputs(0), settings(), plain, strict, guess, inferAgain));
    }

    /** Refuses an option that only files without a job file have. */
    public void requireNo(boolean given, String option, JobFolder folder) {
        if (given && isJob(folder)) {
            throw new UsageException(option + " is for a file that is imported without a job file, and "
                    + arguments.get(0) + " is a job. Remove the option.");
        }
    }

    /** Refuses a job that has no file, before Spring's classes are loaded, and arguments that are not settings. */
    void requireJob(JobFolder folder) {
        String job = arguments.get(0);
        folder.requireFile(job);
        inputs(1).stream().findFirst().ifPresent(other -> {
            throw new UsageException(notASetting(job, other, folder));
        });
    }

    private String notASetting(String job, String other, JobFolder folder) {
        String before = arguments.get(arguments.subList(1, arguments.size()).indexOf(other));
        if (UNIT.matcher(other).matches() && isSetting(before)) {
            return "\"%s\" stands alone: write %s%s, without a space".formatted(other, before, other);
        }
        if (FILE_NAME.matcher(other).matches() || exists(other)) {
            return "\"%s\" is not a setting. To import the file by the job %s, write: mongohaul %s %s files=%s"
                    .formatted(other, job, spec.name(), job, other);
        }
        return folder.files().has(other)
                ? "\"%s\" is a job, and a command takes one. Write: mongohaul %s %s && mongohaul %s %s"
                        .formatted(other, spec.name(), job, spec.name(), other)
                : "\"%s\" is not a setting of the form NAME=VALUE, such as chunk-size=500".formatted(other);
    }

    /** Returns the request for an import of the job now. */
    public ImportRequest job(JobFolder folder, boolean again) {
        return ImportRequest.of(folder.files(), folder.located(arguments.get(0)), settings(), again);
    }

    private boolean isJob(JobFolder folder) {
        String first = arguments.get(0);
        return !first.equals("-")
                && (JobFileName.isYaml(first)
                        || folder.files().has(first)
                        || isSetting(first)
                        || (!FILE_NAME.matcher(first).matches() && !exists(first)));
    }

    /** Returns the name of the job, or that which the job of the file has. */
    public String subject() {
        String first = arguments.get(0);
        return settings().stream()
                .filter(setting -> FILE_NAME.matcher(first).matches() && setting.matches("(target\\.)?collection=.+"))
                .map(setting -> setting.substring(setting.indexOf('=') + 1))
                .findFirst()
                .orElseGet(() -> JobFileName.isYaml(first)
                        ? JobFileName.jobOf(Path.of(first))
                        : FILE_NAME.matcher(first).matches() ? JobInference.nameOf(first) : first);
    }

    /** Returns the arguments that are no settings, from a place on. */
    public List<String> inputs(int from) {
        return arguments.stream()
                .skip(from)
                .filter(argument -> !isSetting(argument))
                .toList();
    }

    /** Returns the settings of arguments and options as parameters of a job, {@code name=value} each. */
    public List<String> settings() {
        Stream<String> given = arguments.stream().filter(this::isSetting);
        return Stream.of(given, options.stream(), types.stream().map(ImportArguments::field))
                .flatMap(each -> each)
                .toList();
    }

    private static String field(String columnAndType) {
        Matcher matcher = COLUMN_TYPE.matcher(columnAndType);
        if (!matcher.matches()) {
            Matcher foreign = TYPE_OF_MONGOIMPORT.matcher(columnAndType);
            if (foreign.matches()) {
                throw new UsageException("--type=%s has a type of mongoimport. Write %s"
                        .formatted(
                                columnAndType,
                                foreign.group(2).startsWith("date")
                                        ? "--type '%s={type: date, pattern: \"%s\"}'."
                                                .formatted(
                                                        foreign.group(1),
                                                        DateLayout.pattern(foreign.group(3))
                                                                .orElse("yyyy-MM-dd"))
                                        : "--type %s=%s.".formatted(foreign.group(1), foreign.group(2))));
            }
            throw new UsageException("--type=" + columnAndType + " does not name a column: write COLUMN=TYPE, such as"
                    + " --type number=int64. The input is always CSV.");
        }
        return "fields." + matcher.group(1) + "=" + matcher.group(2);
    }

    /** Returns whether an argument is a file or its name looks like one. */
    public static boolean namesFile(Invocation invocation, String argument) {
        return !argument.startsWith("-")
                && !invocation.isSetting(argument)
                && (FILE_NAME.matcher(argument).matches() || invocation.isFile(argument));
    }

    private boolean isSetting(String argument) {
        return Invocation.of(spec).isSetting(argument);
    }

    private boolean exists(String argument) {
        return Invocation.of(spec).isFile(argument);
    }
}
