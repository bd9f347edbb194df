package dev.mongohaul.serve;

import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.source.FileSearch;
import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.report.figure.Words;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Files that an import of a job would find now. The search ends as soon as the list is full, because a request waits for it.
 *
 * @param more whether there are files that are not listed
 * @param problem why there are none; empty if there are some
 */
record Inbox(List<File> files, boolean more, String problem) {

    private static final int MOST = 50;
    private static final FileSearch SEARCH = new FileSearch(10_000, Duration.ofSeconds(1), MOST + 1);

    static final Inbox NONE = new Inbox(List.of(), false, "");

    /** File with its size and time as text. */
    record File(String path, String bytes, String changed) {}

    /** Looks for local files; others are not asked for, since a page must not wait for another server. */
    static Inbox of(JobFile job, InputRules rules) {
        List<String> names = job.source().files();
        if (!names.stream().allMatch(InputSources::isFile)) {
            return NONE;
        }
        try {
            InputRules limited = rules.confined(rules.roots(), rules.allowedBy(), SEARCH);
            List<Input> found = new InputSources(Path.of(""), InputStream.nullInputStream(), limited).files(names);
            return new Inbox(found.stream().limit(MOST).map(Inbox::file).toList(), found.size() > MOST, "");
        } catch (InputException e) {
            return new Inbox(List.of(), false, String.valueOf(e.getMessage()));
        }
    }

    private static File file(Input input) {
        return new File(
                input.address(),
                String.format(Locale.ROOT, "%,d", input.stamp().size()),
                Words.time(input.stamp().modified()));
    }
}
