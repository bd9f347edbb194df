package dev.mongohaul.csv.source;

import dev.mongohaul.csv.archive.MemberName;
import dev.mongohaul.csv.input.Compression;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.InputObject;
import dev.mongohaul.csv.input.InputSource;
import dev.mongohaul.csv.input.ObjectStamp;
import dev.mongohaul.csv.place.LocalPlace;
import dev.mongohaul.csv.place.ObjectPlace;
import dev.mongohaul.csv.place.TruePath;
import dev.mongohaul.text.Glob;
import dev.mongohaul.text.NearestName;
import dev.mongohaul.text.Printable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/** Source of the files that paths and globs name, each once, in the order of their paths. */
final class LocalFiles implements InputSource {

    /** A name that is near is searched among so many. */
    private static final int MOST_SIBLINGS = 1000;

    private static final Pattern GLOB = Pattern.compile("[*?\\[{]");

    private final Path base;
    private final InputRules rules;
    private final long begun = System.nanoTime();
    private long visited;

    /** @param base folder of relative patterns */
    LocalFiles(Path base, InputRules rules) {
        this.base = base.toAbsolutePath().normalize();
        this.rules = rules;
    }

    @Override
    public boolean serves(String name) {
        return true;
    }

    @Override
    public ObjectStamp stamp(String address) throws IOException {
        return LocalFile.stampOf(Path.of(address));
    }

    @Override
    public ObjectPlace place(String address) {
        return new LocalPlace(Path.of(address));
    }

    @Override
    public List<InputObject> find(List<String> patterns) {
        Map<Path, List<String>> paths = new TreeMap<>();
        List<String> unmatched = new ArrayList<>();
        Map<String, List<String>> members = patterns.stream()
                .map(MemberName::of)
                .collect(Collectors.groupingBy(
                        MemberName::archive,
                        LinkedHashMap::new,
                        Collectors.mapping(MemberName::member, Collectors.toList())));
        for (String pattern : members.keySet()) {
            List<Path> matches = expand(pattern);
            Optional<String> mistake =
                    matches.stream().anyMatch(Files::exists) ? Optional.empty() : ForeignName.mistake(pattern);
            if (mistake.isPresent()) {
                throw InputException.refused(mistake.get());
            }
            if (matches.isEmpty()) {
                unmatched.add("'" + pattern + "'");
            }
            matches.forEach(path ->
                    paths.computeIfAbsent(path, key -> new ArrayList<>()).addAll(members.get(pattern)));
        }
        if (!unmatched.isEmpty()) {
            throw refuseUnmatched(unmatched, paths.size());
        }
        return describeOnce(paths);
    }

    private InputException refuseUnmatched(List<String> patterns, int otherFiles) {
        String message = "No file matches %s in %s".formatted(String.join(", ", patterns), base);
        if (otherFiles == 0) {
            return InputException.nothingFound(message);
        }
        return InputException.incomplete("%s, but the other names find %,d; take the name out, or wait for the file"
                .formatted(message, otherFiles));
    }

    /** @param paths with the names of files in them */
    private List<InputObject> describeOnce(Map<Path, List<String>> paths) {
        requireAll(paths.keySet());
        Map<Path, LocalFile> files = new LinkedHashMap<>();
        paths.forEach((path, members) -> {
            try {
                BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
                Path real = requireFile(path, attributes);
                files.merge(real, describe(path, real, attributes, members), LocalFile::withMembersOf);
            } catch (IOException cause) {
                throw InputException.refused("%s: cannot be read (%s)".formatted(path, cause));
            }
        });
        return List.copyOf(files.values());
    }

    /**
     * Returns a question about a file of the same folder whose name is near; empty if there is none. A file whose name has
     * other digits only may be the one of another night, which is not meant.
     */
    private static String near(Path missing) {
        Path folder = missing.toAbsolutePath().getParent();
        if (folder == null || missing.getFileName() == null || !Files.isDirectory(folder)) {
            return "";
        }
        try (Stream<Path> siblings = Files.list(folder)) {
            String name = missing.getFileName().toString();
            List<String> names = siblings.limit(MOST_SIBLINGS)
                    .map(path -> String.valueOf(path.getFileName()))
                    .filter(sibling -> !withoutDigits(sibling).equals(withoutDigits(name)))
                    .toList();
            return NearestName.hint(name, names);
        } catch (IOException | UncheckedIOException e) {
            return "";
        }
    }

    private static String withoutDigits(String name) {
        return name.replaceAll("[0-9]+", "");
    }

    private static void requireAll(Set<Path> paths) {
        List<Path> missing = paths.stream().filter(path -> !Files.exists(path)).toList();
        if (!missing.isEmpty()) {
            String message = "%s: no such file%s".formatted(missing.get(0), near(missing.get(0)));
            throw missing.size() == paths.size()
                    ? InputException.nothingFound(message)
                    : InputException.incomplete(message);
        }
    }

    private List<Path> expand(String pattern) {
        try {
            Path path = base.resolve(pattern).normalize();
            boolean glob = GLOB.matcher(pattern).find();
            if (glob && !Files.exists(path)) {
                return matches(pattern);
            }
            if (glob) {
                // A file whose name holds a bracket is that file.
                warnOfOthers(pattern, path);
            }
            return List.of(path);
        } catch (InvalidPathException | PatternSyntaxException malformed) {
            throw InputException.refused(
                    "'%s' is neither a path nor a pattern: %s".formatted(pattern, malformed.getMessage()));
        }
    }

    private void warnOfOthers(String pattern, Path named) {
        long others = 0;
        try {
            others = matches(pattern).stream()
                    .filter(match -> !match.equals(named))
                    .count();
        } catch (PatternSyntaxException | InputException e) {
            // A name, and no pattern.
        }
        if (others > 0) {
            // Not a constant: commands that only read a job file start without a log.
            LoggerFactory.getLogger(LocalFiles.class)
                    .warn(
                            "'{}' is the name of a file, which is read alone; as a pattern it would match {} more: rename that"
                                    + " file, or write [*] for *",
                            Printable.of(pattern),
                            others);
        }
    }

    private List<Path> matches(String pattern) {
        Path path = Path.of(pattern);
        int fixed = fixedNames(path);
        Path start = base.resolve(start(path, fixed)).normalize();
        Path glob = path.subpath(fixed, path.getNameCount());
        return Files.isDirectory(start) ? walk(start, glob.toString()) : List.of();
    }

    /** Returns the folder in which the search for a path or a glob begins. */
    static Path folder(String name) {
        String pattern = MemberName.of(name).archive();
        Path path = Path.of(pattern).toAbsolutePath().normalize();
        Path parent = path.getParent();
        return !isPattern(pattern) && parent != null
                ? parent
                : start(path, fixedNames(path)).normalize();
    }

    static boolean isPattern(String name) {
        return GLOB.matcher(name).find() && !Files.exists(Path.of(name));
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

    private List<Path> walk(Path start, String glob) {
        rules.requireSearched(start);
        Glob matcher = Glob.of(glob);
        int depth = glob.contains("**") ? Integer.MAX_VALUE : Path.of(glob).getNameCount();
        List<Path> found = new ArrayList<>();
        try {
            // The pattern names this folder itself, so that it may be a link.
            Path real = start.toRealPath();
            Files.walkFileTree(real, Set.of(), depth, new SimpleFileVisitor<Path>() {

                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    countVisit(start, glob);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    countVisit(start, glob);
                    Path relative = real.relativize(file);
                    if (attributes.isRegularFile() && matcher.matches(relative.toString())) {
                        found.add(start.resolve(relative));
                        if (found.size() >= rules.search().mostFound()) {
                            return FileVisitResult.TERMINATE;
                        }
                    }
                    if (attributes.isSymbolicLink()
                            && (matcher.matches(relative.toString()) || relative.getNameCount() < depth)) {
                        // What lies behind it must not be named, nor that there is anything.
                        LoggerFactory.getLogger(LocalFiles.class)
                                .warn(
                                        "{} is a link, which the pattern '{}' does not follow; name what it leads to",
                                        Printable.of(start.resolve(relative).toString()),
                                        Printable.of(glob));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException cause) {
            throw InputException.refused("%s: cannot be searched for '%s' (%s)".formatted(start, glob, cause));
        }
        return found;
    }

    /** Returns the path with links resolved. */
    private Path requireFile(Path path, BasicFileAttributes attributes) throws IOException {
        if (attributes.isDirectory()) {
            throw InputException.refused(
                    "%s: is a folder; name a file in it, or all of them as %s".formatted(path, path.resolve("*.csv")));
        }
        if (!Files.isReadable(path)) {
            throw InputException.refused(
                    "%s: the file exists but may not be read; check its permissions".formatted(path));
        }
        if (!attributes.isRegularFile()) {
            throw InputException.refused("%s: is not a regular file; pipe it in and name '-'".formatted(path));
        }
        Path real = rules.requireAllowed(path);
        if (rules.takesFiles()) {
            TruePath.linkIn(path).ifPresent(link -> {
                throw InputException.refused(
                        "%s: %s is a link, and nothing behind a link is moved or deleted: name the folder that it leads to, or leave source.after out"
                                .formatted(path, link.equals(path) ? "it" : link));
            });
        }
        return real;
    }

    private LocalFile describe(Path path, Path real, BasicFileAttributes attributes, List<String> members)
            throws IOException {
        // Where roots are set, a link that is changed later must not lead elsewhere.
        Path opened = rules.roots().confined() ? real : path;
        Path name = opened.startsWith(base) ? base.relativize(opened) : opened;
        return LocalFile.of(
                opened,
                attributes,
                name.toString(),
                Compression.ofName(path.toString()),
                members.stream().filter(member -> !member.isEmpty()).toList());
    }

    private void countVisit(Path start, String glob) {
        visited++;
        FileSearch limits = rules.search();
        if (visited > limits.mostPaths()
                || System.nanoTime() - begun > limits.longest().toNanos()) {
            throw InputException.refused(
                    ("%s: the search for '%s' ended without a result: it may look at %,d files and folders and take"
                                    + " %d s; name a folder with fewer files, or the files one by one")
                            .formatted(
                                    start,
                                    glob,
                                    limits.mostPaths(),
                                    limits.longest().toSeconds()));
        }
    }
}
