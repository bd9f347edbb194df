package dev.mongohaul.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Options of other programs in place of a command, and the command that does the same. */
final class ForeignOptions {

    /** The option by which Spring Boot starts a job, and what people write for it. */
    private static final Pattern JOB = Pattern.compile("--(?:spring\\.batch\\.job\\.names?|job)(?:=(.*))?");

    /** Names by which Spring Boot knows the server, what people write for them, and a connection string that stands alone. */
    private static final Pattern SERVER = Pattern.compile(
            "(?i)(?:--)?(?:(?:spring[._](?:data[._])?mongodb[._][\\w.-]+|mongodb[._-]uri)(?:=(.*))?|(mongodb(?:\\+srv)?://.*))");

    /** A connection string without a place for a password. */
    private static final Pattern WITHOUT_LOGIN =
            Pattern.compile("mongodb(?:\\+srv)?://[\\w.-]+(?::\\d{1,5})?(?:,[\\w.-]+:\\d{1,5})*(?:/[\\w-]*)?");

    private ForeignOptions() {}

    /**
     * Returns the command that does the same; empty if the arguments are not options of another program.
     *
     * @param directory of relative paths in the arguments
     */
    static Optional<String> answer(Path directory, String... arguments) {
        return server(arguments)
                .or(() -> springBatch(Arrays.asList(arguments))
                        .map(("A job is named without an option, and each name=value after it is a job parameter:%n"
                                + "  %s")::formatted))
                .or(() -> Mongoimport.answer(directory, withoutCommand(arguments)));
    }

    /** Returns options of mongoimport that follow the command import without the command, and files last; else the arguments. */
    private static String[] withoutCommand(String... arguments) {
        if (arguments.length < 2
                || !arguments[0].equals("import")
                || Arrays.stream(arguments).noneMatch(Mongoimport::isShort)) {
            return arguments;
        }
        List<String> words = new ArrayList<>(Arrays.asList(arguments).subList(1, arguments.length));
        int option = IntStream.range(0, words.size())
                .filter(index -> words.get(index).startsWith("-"))
                .findFirst()
                .orElse(0);
        Collections.rotate(words, -option);
        return words.toArray(String[]::new);
    }

    private static Optional<String> server(String... arguments) {
        List<Matcher> named = Arrays.stream(arguments)
                .map(SERVER::matcher)
                .filter(Matcher::matches)
                .toList();
        if (named.stream().allMatch(name -> name.group(2) != null)) {
            return Optional.empty();
        }
        String uri = named.stream()
                .flatMap(name -> Stream.of(name.group(1), name.group(2)))
                .filter(value -> value != null && WITHOUT_LOGIN.matcher(value).matches())
                .findFirst()
                .orElse("mongodb://host:27017/database");
        List<String> others = Arrays.stream(arguments)
                .filter(argument -> !SERVER.matcher(argument).matches())
                .toList();
        return Optional.of("The server is named by the environment variable MONGODB_URI:%n  MONGODB_URI=%s %s"
                .formatted(uri, springBatch(others).orElseGet(() -> command(others.stream()))));
    }

    private static Optional<String> springBatch(List<String> arguments) {
        Matcher job = JOB.matcher(arguments.isEmpty() ? "" : arguments.get(0));
        if (!job.matches()) {
            return Optional.empty();
        }
        Stream<String> words = Stream.concat(
                Stream.ofNullable(job.group(1)), arguments.stream().skip(1));
        return Optional.of(command(Stream.concat(Stream.of("import"), words)));
    }

    private static String command(Stream<String> words) {
        return words.map(word -> " " + Mongoimport.quoted(word)).collect(Collectors.joining("", "mongohaul", ""));
    }
}
