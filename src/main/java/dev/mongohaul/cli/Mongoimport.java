package dev.mongohaul.cli;

import dev.mongohaul.cli.run.DateLayout;
import dev.mongohaul.text.NearestName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Options of mongoimport without a command, and the command for the same records. */
final class Mongoimport {

    private static final Map<String, String> SHORT = Map.of(
            "-d",
            "--db",
            "-c",
            "--collection",
            "-f",
            "--fields",
            "-j",
            "--numInsertionWorkers",
            "-u",
            "--username",
            "-p",
            "--password",
            "-h",
            "--host",
            "-v",
            "--verbose");

    private static final String USAGE =
            "With the options of your mongoimport command, this prints the command of mongohaul for the same rows:%n"
                            .formatted()
                    + "  mongohaul mongoimport -d shop -c people --type csv --headerline --file people.csv";

    private static final Set<String> SERVER = Set.of(
            "--uri",
            "--host",
            "--port",
            "--username",
            "--password",
            "--authenticationDatabase",
            "--authenticationMechanism",
            "--sslCAFile",
            "--sslPEMKeyFile",
            "--sslPEMKeyPassword",
            "--awsSessionToken",
            "--gssapiServiceName",
            "--gssapiHostName",
            "--serviceName",
            "--serverSelectionTimeout",
            "--readPreference",
            "--compressors",
            "--config");

    private static final Set<String> WITH_VALUE = Set.of(
            "--db",
            "--collection",
            "--fields",
            "--fieldFile",
            "--file",
            "--type",
            "--mode",
            "--upsertFields",
            "--numInsertionWorkers",
            "--batchSize",
            "--writeConcern",
            "--parseGrace");

    private static final Set<String> SWITCHES = Set.of(
            "--headerline",
            "--drop",
            "--ignoreBlanks",
            "--columnsHaveTypes",
            "--stopOnError",
            "--maintainInsertionOrder",
            "--jsonArray",
            "--upsert",
            "--quiet",
            "--verbose",
            "-vv",
            "-vvv",
            "--legacy",
            "--useArrayIndexFields",
            "--bypassDocumentValidation",
            "--ssl",
            "--sslAllowInvalidCertificates",
            "--sslAllowInvalidHostnames",
            "--tls",
            "--tlsInsecure");

    /** Column with its type, such as {@code price.decimal()}. */
    private static final Pattern TYPED = Pattern.compile("([^,]+?)\\.(\\w+)\\(([^)]*)\\),?");

    /** Write concern of one number or word, alone or as a document. */
    private static final Pattern CONCERN =
            Pattern.compile("(?:\\{ *['\"]?w['\"]? *: *)?['\"]?([0-9]{1,2}|majority)['\"]? *}?");

    private static final List<String> NAMES =
            Stream.of(WITH_VALUE, SERVER, SWITCHES).flatMap(Set::stream).toList();

    private static final Set<String> MODES = Set.of("insert", "upsert", "merge", "delete");

    private static final Set<String> SAME_TYPES =
            Set.of("binary", "boolean", "decimal", "double", "int32", "int64", "string");

    /** Type of a column whose cells are stored as mongoimport stores them. */
    private static final String AS_MONGOIMPORT = "={type: auto, leading-zeros: allow}";

    private final Map<String, String> options = new LinkedHashMap<>();
    private final List<String> files = new ArrayList<>();
    private final List<String> words = new ArrayList<>();
    private final Set<String> notes = new LinkedHashSet<>();

    /** Cell of the header of each name, if the header has types. */
    private final Map<String, String> cells = new HashMap<>();

    private final Path directory;

    private Mongoimport(Path directory) {
        this.directory = directory;
    }

    /** Returns whether an argument is an option of one letter that mongoimport has, and import lacks. */
    static boolean isShort(String argument) {
        return argument.length() > 1 && !argument.startsWith("-h") && SHORT.containsKey(argument.substring(0, 2));
    }

    /**
     * Returns the command for the same records, and what differs; empty if the arguments are not options of mongoimport.
     *
     * @param directory of relative paths, for files that have names and types of columns
     */
    static Optional<String> answer(Path directory, String... arguments) {
        if (arguments.length == 1 && arguments[0].equals("mongoimport")) {
            return Optional.of(USAGE);
        }
        boolean named = arguments.length > 1 && arguments[0].equals("mongoimport");
        String[] options = named ? Arrays.copyOfRange(arguments, 1, arguments.length) : arguments;
        if (options.length == 0 || !options[0].startsWith("-")) {
            return Optional.empty();
        }
        if (named && options.length == 1 && Set.of("--help", "-h").contains(options[0])) {
            return Optional.of(USAGE);
        }
        Mongoimport given = new Mongoimport(directory);
        return given.reads(options) ? Optional.of(given.answer()) : Optional.empty();
    }

    /** Returns false if there are only options that many programs have, or that mongoimport lacks. */
    private boolean reads(String... arguments) {
        for (int index = 0; index < arguments.length; index++) {
            String given = arguments[index];
            boolean attached =
                    given.matches("-\\w[^-].*") && SHORT.containsKey(given.substring(0, 2)) && !given.startsWith("-v");
            String argument =
                    attached ? given.substring(0, 2) + "=" + given.substring(2).replaceFirst("^=", "") : given;
            String[] parts = argument.split("=", 2);
            String name = SHORT.getOrDefault(parts[0], parts[0]);
            if (!argument.startsWith("-") || argument.equals("-")) {
                files.add(argument);
            } else if (SWITCHES.contains(name)) {
                options.put(name, "");
            } else if (!WITH_VALUE.contains(name) && !SERVER.contains(name)) {
                notes.add(parts[0] + " is no option of mongoimport for CSV and TSV: leave it out."
                        + NearestName.of(parts[0], NAMES)
                                .map(near -> " Did you mean " + near + "?")
                                .orElse(""));
            } else if (parts.length == 2) {
                options.put(name, parts[1]);
            } else if (index + 1 < arguments.length) {
                options.put(name, arguments[++index]);
            } else {
                // mongoimport's -h is a host, and that of mongohaul the help.
                return false;
            }
        }
        return options.keySet().stream()
                .anyMatch(name -> WITH_VALUE.contains(name) || SERVER.contains(name) || name.equals("--headerline"));
    }

    private String answer() {
        files.addAll(options.containsKey("--file") ? List.of(options.get("--file")) : List.of());
        String mode = options.getOrDefault("--mode", "insert");
        if (!MODES.contains(mode.toLowerCase(Locale.ROOT))) {
            return "These are options of mongoimport, which has no mode \"%s\": its modes are insert, upsert, merge and delete."
                    .formatted(mode);
        }
        if (options.containsKey("--headerline")
                && (options.containsKey("--fields") || options.containsKey("--fieldFile"))) {
            return "These are options of mongoimport, which takes the names of the columns from one place: --headerline, --fields or"
                    + " --fieldFile.";
        }
        if (isJson()) {
            return "These are options of mongoimport. mongohaul imports CSV and TSV: use mongoimport for JSON, or convert the"
                    + " file to CSV."
                    + (files.isEmpty() ? " To import CSV from standard input, begin with 'mongohaul import -'." : "");
        }
        if (options.keySet().containsAll(Set.of("--headerline", "--columnsHaveTypes"))) {
            header();
        }
        options.forEach(this::translate);
        boolean tabs = files.stream().anyMatch(file -> file.endsWith(".tsv"));
        if (options.containsKey("--type") ? !"tsv".equals(options.get("--type")) : !tabs) {
            words.add(0, "--delimiter=,");
        }
        words.add("--skip-lines=0");
        if (!files.isEmpty()) {
            words.add("--skip-last-lines=0");
        }
        notes.add(
                "Blanks before a text stay, and NULL and #N/A in a column of numbers or dates set no field; mongoimport removes the"
                        + " blanks, and stores the words.");
        if (Set.of("--mode", "--upsert", "--upsertFields", "--drop").stream().noneMatch(options::containsKey)) {
            mode("insert");
        }
        if (!options.containsKey("--columnsHaveTypes")) {
            notes.add(
                    "A column has one type, such as date, boolean or decimal. mongoimport takes each cell for a number if it"
                            + " looks like one, and for text otherwise, as --type 'COLUMN=%s' does: 007 becomes 7."
                                    .formatted(AS_MONGOIMPORT.substring(1)));
        }
        if (!options.containsKey("--db")) {
            notes.add(
                    "Without --db, mongoimport writes into the database of its --uri, or else into test; mongohaul into that of"
                            + " MONGODB_URI, or else into mongohaul, unless --database names another one.");
        }
        notes.add(
                "A row with fewer or more cells than there are columns is a reject. --ragged=lenient reads it, as mongoimport"
                        + " does, but leaves out the surplus cells, which mongoimport stores as fields such as field3.");
        if (!options.containsKey("--ignoreBlanks")) {
            notes.add(
                    "A blank cell sets no field; mongoimport without --ignoreBlanks stores an empty text, as --blanks=text does.");
        }
        if (files.isEmpty()) {
            notes.add(
                    "If the program before a pipe fails, the import has read a part: 'set -o pipefail' shows that. Name the file in place"
                            + " of the pipe, also FILE.gz: one that is cut is refused before anything is written.");
        } else {
            notes.add("A file that was imported is not imported again without --again. After an import that failed, add"
                    + " --unfinished=abandon to import another file.");
        }
        String all = words.stream().map(word -> " " + quoted(word)).collect(Collectors.joining());
        String input = files.isEmpty()
                ? " -"
                : files.stream().map(file -> " " + quoted(file)).collect(Collectors.joining());
        return "These are options of mongoimport. With mongohaul:%n  mongohaul import%s%s".formatted(input, all)
                + notes.stream().map("%n%s"::formatted).collect(Collectors.joining());
    }

    /** Returns whether mongoimport would read JSON, as it does without a type. */
    private boolean isJson() {
        boolean ofTable = Set.of("--headerline", "--fields", "--fieldFile", "--columnsHaveTypes").stream()
                        .anyMatch(options::containsKey)
                || files.stream().anyMatch(file -> file.matches("(?i).*\\.(csv|tsv|txt)(\\..+)?"));
        return options.containsKey("--jsonArray")
                || options.getOrDefault("--type", ofTable ? "csv" : "json").equals("json");
    }

    private void translate(String option, String value) {
        switch (option) {
            case "--db" -> words.add("--database=" + value);
            case "--collection" -> words.add("--collection=" + value);
            case "--type" -> words.addAll(value.equals("tsv") ? List.of("--delimiter=\\t", "--quote=none") : List.of());
            case "--headerline" ->
                words.addAll(options.containsKey("--columnsHaveTypes") ? List.of() : List.of("--header=true"));
            case "--fields" -> fields("the columns", value);
            case "--fieldFile" -> fieldsOf(value, Long.MAX_VALUE);
            case "--drop" -> {
                words.addAll(List.of("--operation=swap", "--max-loss=unlimited"));
                notes.add(
                        "Without --max-loss=unlimited, a swap that would lose more than 10 % of the documents is held. The"
                                + " collection keeps its indexes and its validator.");
                if (Set.of("--mode", "--upsert", "--upsertFields").stream().anyMatch(options::containsKey)) {
                    notes.add("--drop replaces the whole collection, and every row is inserted.");
                }
            }
            case "--stopOnError" ->
                notes.add(
                        "The first reject ends the import with exit code 12, unless --rejects.limit allows it; other records that were"
                                + " read before may be stored.");
            case "--parseGrace" -> parseGrace(value);
            case "--legacy", "--useArrayIndexFields" -> notes.add(option + " has no counterpart.");
            case "--mode" -> mode(value);
            case "--upsert" -> mode("upsert");
            case "--upsertFields" -> {
                if (!options.containsKey("--mode") && !options.containsKey("--upsert")) {
                    mode("upsert");
                }
                if (value.equals("_id")) {
                    words.add("--id=" + column("_id"));
                } else if (!options.containsKey("--drop")) {
                    words.add(Stream.of(value.split(",", -1))
                            .map(this::column)
                            .collect(Collectors.joining(",", "--match=[", "]")));
                }
                if (!options.containsKey("--drop") && !options.containsKey("--columnsHaveTypes")) {
                    // As mongoimport stored the keys of the documents that are to be found.
                    Stream.of(value.split(",", -1))
                            .forEach(key -> words.addAll(List.of("--type", key + AS_MONGOIMPORT)));
                }
                if (!value.equals("_id") && !options.containsKey("--drop")) {
                    notes.add(
                            "A row that is blank in a column of --match is a reject."
                                    + ("delete".equalsIgnoreCase(options.get("--mode"))
                                            ? ""
                                            : " The import makes a unique index of these columns; drop one that is not unique."));
                }
            }
            case "--ignoreBlanks" -> words.add("--blanks=omit");
            case "--maintainInsertionOrder" -> words.add("--ordered");
            case "--numInsertionWorkers" -> {
                // mongoimport takes 0 for one worker per processor, as the import does without a setting.
                if (!value.equals("0")) {
                    words.add("--grid-size=" + value);
                }
            }
            case "--batchSize" -> words.add("--chunk-size=" + value);
            case "--quiet" -> words.add("--quiet");
            case "--writeConcern" -> writeConcern(value);
            case "--bypassDocumentValidation" -> notes.add("mongohaul does not bypass the validator of a collection.");
            default -> {
                if (SERVER.contains(option) || option.startsWith("--ssl") || option.startsWith("--tls")) {
                    notes.add(
                            "Put the server, the user and the password as a connection string into MONGODB_URI, or into a"
                                    + " file that --mongodb-uri-file names; certificates: docs/environment.md.");
                }
            }
        }
    }

    private void mode(String mode) {
        String operation = mode.toLowerCase(Locale.ROOT);
        if (operation.equals("insert")) {
            notes.add(
                    "A row whose _id is there is a reject. mongoimport continues without it, as --operation=add --id=_id does.");
            return;
        }
        // Into an empty collection, all of them are inserts.
        if (!options.containsKey("--drop")) {
            words.add("--operation=" + operation);
        }
        if (!options.containsKey("--upsertFields")) {
            words.add("--id=" + column("_id"));
            if (!options.containsKey("--drop") && !options.containsKey("--columnsHaveTypes")) {
                words.addAll(List.of("--type", "_id" + AS_MONGOIMPORT));
            }
            notes.add(
                    "Documents are found by the column _id; if the file has none, name another one by --id or --match.");
        }
    }

    private void writeConcern(String value) {
        Matcher concern = CONCERN.matcher(value.strip());
        if (concern.matches()) {
            words.add("--write-concern=" + (concern.group(1).equals("majority") ? "" : "w") + concern.group(1));
        } else {
            notes.add("The write concern is --write-concern=majority, w1 or journaled, in place of " + value + ".");
        }
    }

    private void parseGrace(String grace) {
        String reject = "A row with a cell that its type does not take is a reject, and ";
        switch (grace) {
            case "skipRow" -> {
                if (!options.containsKey("--stopOnError")) {
                    words.add("--rejects.limit=unlimited");
                }
                notes.add(reject
                        + "--rejects.limit=unlimited goes on without it, and without rows that the server refuses,"
                        + " with exit code 10.");
            }
            case "autoCast" ->
                notes.add(reject + "the first one ends the import. To store each cell of a column by its look: --type"
                        + " 'COLUMN=%s'.".formatted(AS_MONGOIMPORT.substring(1)));
            case "skipField" ->
                notes.add(reject
                        + "the first one ends the import; --rejects.limit=unlimited goes on without the whole row,"
                        + " which mongoimport stores without the field.");
            default -> notes.add(reject + "the first one ends the import with exit code 12.");
        }
    }

    /** Takes types from the header of the file, which the import takes as names only; before options that name columns. */
    private void header() {
        words.add("--header=true");
        fieldsOf(files.isEmpty() ? "standard input" : files.get(0), 1);
    }

    /** Returns the name that a column has in the header. */
    private String column(String name) {
        return cells.getOrDefault(name, name);
    }

    /** Reads the columns from the first lines of a file; of one that cannot be read, the user writes them. */
    private void fieldsOf(String file, long lines) {
        try (Stream<String> read = Files.lines(directory.resolve(file))) {
            fields(
                    file,
                    read.limit(lines)
                            .map(line -> line.replaceFirst("^\uFEFF", "")
                                    .replace('\t', ',')
                                    .replace("\"", "")
                                    .strip())
                            .filter(line -> !line.isEmpty())
                            .collect(Collectors.joining(",")));
        } catch (IOException | UncheckedIOException | InvalidPathException e) {
            namesLater(file);
        }
    }

    private void namesLater(String source) {
        if (options.containsKey("--headerline")) {
            notes.add(
                    "Add the type and the name of each column of %s, such as --type 'price.decimal()={type: decimal, to: price}'; --match and --id have the cells of the header, such as price.decimal()."
                            .formatted(source));
            return;
        }
        words.add("--header=[NAME,...]");
        notes.add("Write the names of %s in place of NAME,...%s"
                .formatted(
                        source,
                        options.containsKey("--columnsHaveTypes") ? "; its types become --type COLUMN=TYPE." : "."));
    }

    private void fields(String source, String value) {
        boolean typed = options.containsKey("--columnsHaveTypes");
        boolean inHeader = options.containsKey("--headerline");
        List<MatchResult> columns = typed ? TYPED.matcher(value).results().toList() : List.of();
        if (typed ? columns.isEmpty() : value.isEmpty()) {
            namesLater(source);
            return;
        }
        if (!typed) {
            words.add("--header=[" + value + "]");
            return;
        }
        if (!inHeader) {
            words.add(columns.stream()
                    .map(column -> column.group(1))
                    .collect(Collectors.joining(",", "--header=[", "]")));
        }
        for (MatchResult column : columns) {
            if (inHeader) {
                cells.put(column.group(1), column.group().replaceFirst(",$", ""));
            }
            if (column.group(2).equals("binary") && !column.group(3).equals("base64")) {
                binary(column.group(1), column.group(3));
            } else if (column.group(2).startsWith("date")) {
                date(column.group(1), column.group(2), column.group(3));
            } else if (column.group(2).equals("auto")) {
                type(column.group(1), AS_MONGOIMPORT.substring(1));
            } else if (SAME_TYPES.contains(column.group(2))) {
                type(column.group(1), column.group(2));
            } else {
                inferred(column.group(1));
            }
        }
    }

    /** Gives a column a type, and the name without the one of its type in the header, which finds it in any order. */
    private void type(String name, String type) {
        String cell = column(name);
        String options = type.startsWith("{") ? type.substring(1, type.length() - 1) : "type: " + type;
        words.addAll(List.of(
                "--type", cell + "=" + (cell.equals(name) ? type : "{%s, to: \"%s\"}".formatted(options, name))));
    }

    private void inferred(String name) {
        if (cells.containsKey(name)) {
            type(name, "string");
            notes.add(
                    "The column %s becomes text; its --type can name another type (docs/job-file.md).".formatted(name));
        } else {
            notes.add("The type of the column %s is inferred; --type gives it another (docs/job-file.md)."
                    .formatted(name));
        }
    }

    private void date(String column, String type, String layout) {
        Optional<String> pattern = type.equals("date_ms")
                ? Optional.of(layout.replace("\\", ""))
                : type.equals("date_oracle") ? Optional.empty() : DateLayout.pattern(layout);
        pattern.ifPresentOrElse(
                letters -> type(column, "{type: date, pattern: \"%s\"}".formatted(letters)), () -> inferred(column));
    }

    private void binary(String column, String encoding) {
        if (encoding.equals("hex")) {
            type(column, "{type: binary, encoding: hex}");
        } else {
            type(column, "string");
            notes.add("The column %s becomes text: binary(%s) has no counterpart.".formatted(column, encoding));
        }
    }

    /** Returns a word as a shell takes it. */
    static String quoted(String word) {
        return word.matches("[\\w./=,:+@%-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
