package dev.mongohaul.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Options of other programs in place of a command, and the command that does the same. */
final class ForeignOptions {

    /** The option by which Spring Boot starts a job, and what people write for it. */
    private static final Pattern JOB = Pattern.compile("--(?:spring\\.batch\\.job\\.names?|job)(?:=(.*))?");

    private ForeignOptions() {}

    /** Returns the command that does the same; empty if the arguments are not options of another program. */
    static Optional<String> answer(String... arguments) {
        return springBatch(Arrays.asList(arguments)).or(() -> Mongoimport.answer(arguments));
    }

    private static Optional<String> springBatch(List<String> arguments) {
        Matcher job = JOB.matcher(arguments.isEmpty() ? "" : arguments.get(0));
        if (!job.matches()) {
            return Optional.empty();
        }
        List<String> others = arguments.subList(1, arguments.size());
        Stream<String> words =
                job.group(1) == null ? others.stream() : Stream.concat(Stream.of(job.group(1)), others.stream());
        return Optional.of(
                "A job is named without an option, and each name=value after it is a job parameter:%n  mongohaul import%s"
                        .formatted(words.map(word -> " " + Mongoimport.quoted(word))
                                .collect(Collectors.joining())));
    }
}
