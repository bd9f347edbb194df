package dev.mongohaul.serve;

import dev.mongohaul.job.launch.ImportRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Form that starts an import.
 *
 * @param files one path or pattern per line, in place of the job's; blank for the job's
 * @param parameters one {@code name=value} per line
 * @param again whether to load content that is already loaded; null if the box is not checked
 */
record ImportForm(
        @Nullable String files,
        @Nullable String parameters,
        @Nullable Boolean again) {

    static final ImportForm EMPTY = new ImportForm("", "", null);

    /** Returns whether the form leaves all settings of the job as they are. */
    public boolean isEmpty() {
        return lines(files).isEmpty() && lines(parameters).isEmpty() && !isAgain();
    }

    boolean isAgain() {
        return Boolean.TRUE.equals(again);
    }

    /** Returns the form without lines that have a connection string with a password. */
    ImportForm withoutPasswords() {
        return new ImportForm(withoutPasswords(files), withoutPasswords(parameters), again);
    }

    private static String withoutPasswords(@Nullable String text) {
        return lines(text).stream()
                .filter(line -> !ImportRequest.isSecret(line))
                .collect(Collectors.joining("\n"));
    }

    /** Returns the parameters as the {@code import} command takes them, the files first. */
    List<String> allParameters() {
        List<String> all = new ArrayList<>();
        List<String> named = lines(files);
        if (!named.isEmpty()) {
            all.add(ImportRequest.filesParameter(named));
        }
        all.addAll(lines(parameters));
        return all;
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
