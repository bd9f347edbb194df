package dev.mongohaul.csv.input;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/** Finds the files that paths and globs name, each once, in the order of their paths. */
final class FilePatterns {

    private static final Pattern GLOB = Pattern.compile("[*?\\[{]");

    private FilePatterns() {}

    static List<FileSource> find(Path base, Collection<String> patterns) {
        Map<Path, FileSource> found = new TreeMap<>();
        Map<Path, Path> known = new TreeMap<>();
        for (String pattern : patterns) {
            for (Path path : expand(base, pattern)) {
                FileSource file = describe(path);
                if (known.putIfAbsent(realPath(path), path) == null) {
                    found.put(path, file);
                }
            }
        }
        if (found.isEmpty()) {
            throw InputException.refused("No input file is named");
        }
        return List.copyOf(found.values());
    }

    private static List<Path> expand(Path base, String pattern) {
        try {
            Path path = base.resolve(pattern).normalize();
            // A file whose name holds a bracket is that file.
            if (!GLOB.matcher(pattern).find() || Files.exists(path)) {
                return List.of(path);
            }
            return matches(base, pattern);
        } catch (InvalidPathException | PatternSyntaxException malformed) {
            throw InputException.refused(
                    "'%s' is neither a path nor a pattern: %s".formatted(pattern, malformed.getMessage()));
        }
    }

    private static List<Path> matches(Path base, String pattern) {
        Path path = Path.of(pattern);
        int fixed = 0;
        while (!GLOB.matcher(path.getName(fixed).toString()).find()) {
            fixed++;
        }
        Path start = path.isAbsolute() ? path.getRoot() : base;
        if (fixed > 0) {
            start = start.resolve(path.subpath(0, fixed)).normalize();
        }
        Path glob = path.subpath(fixed, path.getNameCount());
        List<Path> files = Files.isDirectory(start) ? walk(start, glob.toString()) : List.of();
        if (files.isEmpty()) {
            throw InputException.nothingFound("No file matches '%s' in %s".formatted(glob, start));
        }
        return files;
    }

    private static List<Path> walk(Path start, String glob) {
        PathMatcher matcher = start.getFileSystem().getPathMatcher("glob:" + glob);
        int depth = glob.contains("**") ? Integer.MAX_VALUE : Path.of(glob).getNameCount();
        try (Stream<Path> paths = Files.walk(start, depth, FileVisitOption.FOLLOW_LINKS)) {
            return paths.filter(path -> matcher.matches(start.relativize(path)))
                    .filter(Files::isRegularFile)
                    .toList();
        } catch (IOException | UncheckedIOException cause) {
            throw InputException.refused("%s: cannot be searched for '%s' (%s)".formatted(start, glob, cause));
        }
    }

    private static FileSource describe(Path path) {
        if (!Files.exists(path)) {
            throw InputException.refused("%s: no such file".formatted(path));
        }
        if (Files.isDirectory(path)) {
            throw InputException.refused(
                    "%s: is a folder; name a file in it, or all of them as %s".formatted(path, path.resolve("*.csv")));
        }
        if (!Files.isReadable(path)) {
            throw InputException.refused(
                    "%s: the file exists but may not be read; check its permissions".formatted(path));
        }
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            if (!attributes.isRegularFile()) {
                throw InputException.refused("%s: is not a regular file; pipe it in and name '-'".formatted(path));
            }
            return new FileSource(
                    path,
                    Compression.ofName(path.toString()),
                    attributes.size(),
                    attributes.lastModifiedTime().toInstant());
        } catch (IOException cause) {
            throw InputException.refused("%s: cannot be read (%s)".formatted(path, cause));
        }
    }

    private static Path realPath(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException cause) {
            throw InputException.refused("%s: cannot be read (%s)".formatted(path, cause));
        }
    }
}
