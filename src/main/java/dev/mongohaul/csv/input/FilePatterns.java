package dev.mongohaul.csv.input;

import dev.mongohaul.csv.input.FileSource.Compression;
import dev.mongohaul.csv.input.FileSource.FileStamp;
import dev.mongohaul.text.Printable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Search for the files that paths and globs name, each once, in the order of their paths. */
final class FilePatterns {

    private static final Logger LOG = LoggerFactory.getLogger(FilePatterns.class);
    private static final Pattern GLOB = Pattern.compile("[*?\\[{]");
    private static final Pattern ADDRESS = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*|[/\\\\]{2}.*");

    private FilePatterns() {}

    static List<FileSource> find(Path base, Collection<String> patterns, InputRules rules) {
        Set<Path> paths = new TreeSet<>();
        List<String> unmatched = new ArrayList<>();
        Watch watch = new Watch(rules.search());
        for (String pattern : patterns) {
            List<Path> matches = expand(base, pattern, watch);
            if (matches.stream().noneMatch(Files::exists)) {
                refuseAddress(pattern);
            }
            if (matches.isEmpty()) {
                unmatched.add("'" + pattern + "'");
            }
            paths.addAll(matches);
        }
        if (!unmatched.isEmpty()) {
            throw refuseUnmatched(base, unmatched, paths.size());
        }
        if (paths.isEmpty()) {
            throw InputException.refused("No input file is named");
        }
        return describeOnce(paths, rules);
    }

    /** Refuses a pattern that looks like an address; only called where there is no such file. */
    private static void refuseAddress(String pattern) {
        if (ADDRESS.matcher(pattern).matches()) {
            throw InputException.refused(
                    "'%s' is not a path on this machine, and nothing is fetched from elsewhere; fetch the file first"
                            .formatted(pattern));
        }
    }

    private static InputException refuseUnmatched(Path base, List<String> patterns, int otherFiles) {
        String message = "No file matches %s in %s".formatted(String.join(", ", patterns), base);
        if (otherFiles == 0) {
            return InputException.nothingFound(message);
        }
        return InputException.incomplete("%s, but the other names find %,d; take the name out, or wait for the file"
                .formatted(message, otherFiles));
    }

    private static List<FileSource> describeOnce(Set<Path> paths, InputRules rules) {
        requireAll(paths);
        Set<Path> known = new HashSet<>();
        List<FileSource> files = new ArrayList<>();
        for (Path path : paths) {
            FileSource file = describe(path, rules);
            if (known.add(realPath(path))) {
                files.add(file);
            }
        }
        return files;
    }

    private static void requireAll(Set<Path> paths) {
        List<Path> missing = paths.stream().filter(path -> !Files.exists(path)).toList();
        if (!missing.isEmpty()) {
            String message = "%s: no such file".formatted(missing.get(0));
            throw missing.size() == paths.size()
                    ? InputException.nothingFound(message)
                    : InputException.incomplete(message);
        }
    }

    private static List<Path> expand(Path base, String pattern, Watch watch) {
        try {
            Path path = base.resolve(pattern).normalize();
            if (!GLOB.matcher(pattern).find()) {
                return List.of(path);
            }
            if (Files.exists(path)) {
                // A file whose name holds a bracket is that file.
                warnOfOthers(base, pattern, path, watch);
                return List.of(path);
            }
            return matches(base, pattern, watch);
        } catch (InvalidPathException | PatternSyntaxException malformed) {
            throw InputException.refused(
                    "'%s' is neither a path nor a pattern: %s".formatted(pattern, malformed.getMessage()));
        }
    }

    private static void warnOfOthers(Path base, String pattern, Path named, Watch watch) {
        long others = 0;
        try {
            others = matches(base, pattern, watch).stream()
                    .filter(match -> !match.equals(named))
                    .count();
        } catch (PatternSyntaxException | InputException e) {
            // A name, and no pattern.
        }
        if (others > 0) {
            LOG.warn(
                    "'{}' is the name of a file, which is read alone; as a pattern it would match {} more: rename that"
                            + " file, or write [*] for *",
                    Printable.of(pattern),
                    others);
        }
    }

    private static List<Path> matches(Path base, String pattern, Watch watch) {
        Path path = Path.of(pattern);
        int fixed = fixedNames(path);
        Path start = base.resolve(start(path, fixed)).normalize();
        Path glob = path.subpath(fixed, path.getNameCount());
        return Files.isDirectory(start) ? walk(start, glob.toString(), watch) : List.of();
    }

    /** Returns the folder in which the search for a path or a glob begins. */
    static Path folder(String pattern) {
        Path path = Path.of(pattern).toAbsolutePath().normalize();
        boolean named = !GLOB.matcher(pattern).find() || Files.exists(path);
        Path parent = path.getParent();
        return named && parent != null ? parent : start(path, fixedNames(path)).normalize();
    }

    /** Returns how many names a path has before the first with a wildcard. */
    private static int fixedNames(Path path) {
        int fixed = 0;
        while (fixed < path.getNameCount()
                && !GLOB.matcher(path.getName(fixed).toString()).find()) {
            fixed++;
        }
        return fixed;
    }

    private static Path start(Path path, int fixed) {
        Path root = path.isAbsolute() ? path.getRoot() : Path.of("");
        return fixed == 0 ? root : root.resolve(path.subpath(0, fixed));
    }

    private static List<Path> walk(Path start, String glob, Watch watch) {
        PathMatcher matcher = start.getFileSystem().getPathMatcher("glob:" + glob);
        int depth = glob.contains("**") ? Integer.MAX_VALUE : Path.of(glob).getNameCount();
        try (Stream<Path> paths = Files.walk(start, depth, FileVisitOption.FOLLOW_LINKS)) {
            return paths.peek(path -> watch.look(start, glob))
                    .filter(path -> matcher.matches(start.relativize(path)))
                    .filter(Files::isRegularFile)
                    .toList();
        } catch (IOException | UncheckedIOException cause) {
            throw InputException.refused("%s: cannot be searched for '%s' (%s)".formatted(start, glob, cause));
        }
    }

    private static FileSource describe(Path path, InputRules rules) {
        if (Files.isDirectory(path)) {
            throw InputException.refused(
                    "%s: is a folder; name a file in it, or all of them as %s".formatted(path, path.resolve("*.csv")));
        }
        if (!Files.isReadable(path)) {
            throw InputException.refused(
                    "%s: the file exists but may not be read; check its permissions".formatted(path));
        }
        try {
            if (!Files.isRegularFile(path)) {
                throw InputException.refused("%s: is not a regular file; pipe it in and name '-'".formatted(path));
            }
            rules.requireAllowed(path);
            Compression compression = Compression.ofName(path.toString());
            // Where roots are set, a link that is changed later must not lead elsewhere.
            Path opened = rules.roots().confined() ? path.toRealPath() : path;
            return new FileSource(opened, compression, FileStamp.of(opened), rules.mostUnpackedBytes(), null);
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

    /** Limit of a search that takes too long. */
    private static final class Watch {

        private final InputRules.Search limits;
        private final long begun = System.nanoTime();
        private long paths;

        private Watch(InputRules.Search limits) {
            this.limits = limits;
        }

        private void look(Path start, String glob) {
            paths++;
            if (paths > limits.mostPaths()
                    || System.nanoTime() - begun > limits.longest().toNanos()) {
                throw InputException.refused(String.format(
                        Locale.ROOT,
                        "%s: the search for '%s' ended without a result: it may look at %,d files and folders and take"
                                + " %d s; name a folder with fewer files, or the files one by one",
                        start,
                        glob,
                        limits.mostPaths(),
                        limits.longest().toSeconds()));
            }
        }
    }
}
