package dev.mongohaul.serve.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import dev.mongohaul.job.launch.ImportRequest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Body of a request that starts or resumes an import.
 *
 * @param files paths or patterns in place of the job's; empty for the job's
 * @param settings of the command line, by name
 * @param again whether to load content that is already loaded
 */
record StartBody(List<String> files, Map<String, String> settings, boolean again) {

    static final StartBody EMPTY = new StartBody(List.of(), Map.of(), false);

    /** Fills in what a body leaves out. */
    @JsonCreator
    static StartBody of(@Nullable List<String> files, @Nullable Map<String, String> settings, @Nullable Boolean again) {
        return new StartBody(
                files == null ? List.of() : List.copyOf(files),
                settings == null ? Map.of() : new TreeMap<>(Map.copyOf(settings)),
                Boolean.TRUE.equals(again));
    }

    /** Returns the parameters as the {@code import} command takes them, the files first. */
    List<String> parameters() {
        return Stream.concat(
                        files.isEmpty() ? Stream.of() : Stream.of(ImportRequest.filesParameter(files)),
                        settings.entrySet().stream().map(setting -> setting.getKey() + "=" + setting.getValue()))
                .toList();
    }
}
