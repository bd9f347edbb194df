package dev.mongohaul.compare.suite;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Surroundings of the command; the file that names the server is null if the user gave none. */
public record Surroundings(
        Map<String, String> environment,
        Path workingFolder,
        @Nullable Path uriFile) {}
