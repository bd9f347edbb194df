package dev.mongohaul.serve;

import dev.mongohaul.job.launch.ImportRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What somebody filled in to start an import.
 *
 * @param files a path or pattern a line, in place of the job's; blank: the job's
 * @param parameters {@code name=value} a line
 * @param again whether to load content that is loaded
 */
record ImportForm(
        @Nullable String files,
        @Nullable String parameters,
        @Nullable Boolean again) {

    static final ImportForm EMPTY = new ImportForm("", "", null);

    /** Whether nothing of it differs from what the job says. */
    public boolean isEmpty() {
        return lines(files).isEmpty() && lines(parameters).isEmpty() && !isAgain();
    }

    /** A box that is not checked is not sent. */
    boolean isAgain() {
        return Boolean.TRUE.equals(again);
    }

    /** What may be shown again: a line that has a connection string with a password is left out. */
    ImportForm withoutPasswords() {
        return new ImportForm(withoutPasswords(files), withoutPasswords(parameters), again);
    }

    private static String withoutPasswords(@Nullable String text) {
        return lines(text).stream()
                .filter(line -> !ImportRequest.isSecret(line))
                .collect(Collectors.joining("\n"));
    }

    /** As the command takes them: the files first. */
    List<String> given() {
        List<String> given = new ArrayList<>();
        List<String> named = lines(files);
        if (!named.isEmpty()) {
            given.add("source.files="
                    + named.stream()
                            .map(JsonMapper.shared()::writeValueAsString)
                            .collect(Collectors.joining(",", "[", "]")));
        }
        given.addAll(lines(parameters));
        return given;
    }

    private static List<String> lines(@Nullable String text) {
        return text == null
                ? List.of()
                : text.lines()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .toList();
    }
}
