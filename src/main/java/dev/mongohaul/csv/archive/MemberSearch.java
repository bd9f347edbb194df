package dev.mongohaul.csv.archive;

import dev.mongohaul.csv.input.Compression;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.InputObject;
import dev.mongohaul.text.Glob;
import dev.mongohaul.text.NearestName;
import dev.mongohaul.text.Printable;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;

/**
 * Search for the files of one archive that names and globs stand for. A name that is that of a file is no glob. Without a
 * name, it is for the only file. Globs and counts leave out hidden files, and what macOS adds to archives.
 */
final class MemberSearch implements Consumer<ZipHeader> {

    private static final int MOST_MEMBERS = 50_000;
    private static final int MOST_SHOWN = 10;
    private static final int MOST_SIBLINGS = 1_000;
    private static final Pattern GLOB = Pattern.compile("[*?\\[{]");
    private static final Pattern LEFT_OUT = Pattern.compile("__MACOSX/.*|(.*/)?\\.[^/]*", Pattern.DOTALL);
    private static final Pattern UNUSABLE = Pattern.compile("\\.{0,2}|.*[\\p{Cntrl}\\uFFFD].*", Pattern.DOTALL);

    private final InputObject archive;
    private final Set<String> patterns;
    private final Map<String, Predicate<String>> globs = new LinkedHashMap<>();
    private final Map<String, List<ZipHeader>> named = new HashMap<>();
    private final Map<String, List<ZipHeader>> matched = new HashMap<>();
    private final List<ZipHeader> siblings = new ArrayList<>();
    private long files;

    MemberSearch(InputObject archive) {
        this.archive = archive;
        this.patterns = new HashSet<>(archive.members());
        patterns.stream()
                .filter(pattern -> GLOB.matcher(pattern).find())
                .forEach(pattern -> globs.put(pattern, matcher(pattern)));
    }

    private static Predicate<String> matcher(String glob) {
        try {
            return Glob.of(glob)::matches;
        } catch (PatternSyntaxException malformed) {
            // It may still be the name of a file.
            return name -> false;
        }
    }

    @Override
    public void accept(ZipHeader header) {
        if (!header.file()) {
            return;
        }
        if (patterns.contains(header.name())) {
            named.computeIfAbsent(header.name(), name -> new ArrayList<>()).add(header);
        }
        if (LEFT_OUT.matcher(header.name()).matches()) {
            return;
        }
        files++;
        if (siblings.size() < MOST_SIBLINGS) {
            siblings.add(header);
        }
        globs.forEach((glob, matcher) -> {
            if (matcher.test(path(header).toString())) {
                matched.computeIfAbsent(glob, key -> new ArrayList<>()).add(header);
            }
        });
    }

    /** Returns the name as names are compared with globs; they also become part of names of inputs. */
    private Path path(ZipHeader header) {
        try {
            return Path.of(header.name());
        } catch (InvalidPathException e) {
            throw InputException.refused("%s has a name that cannot be used in this locale (%s); set LC_ALL=C.UTF-8"
                    .formatted(address(header), e.getReason()));
        }
    }

    Set<String> matchedPatterns() {
        return patterns.stream()
                .filter(pattern -> named.containsKey(pattern) || matched.containsKey(pattern))
                .collect(Collectors.toSet());
    }

    Set<String> unmatchedPatterns() {
        Set<String> unmatched = new HashSet<>(patterns);
        unmatched.removeAll(matchedPatterns());
        return unmatched;
    }

    String describeMissing(String pattern) {
        List<String> names = siblings.stream().map(ZipHeader::name).toList();
        boolean inFolders = !pattern.contains("/") && names.stream().anyMatch(name -> name.contains("/"));
        return "No file in %s matches '%s'%s; %s%s"
                .formatted(
                        archive.address(),
                        pattern,
                        NearestName.hint(pattern, names),
                        describeFiles(),
                        inFolders ? ". ** also finds files in folders" : "");
    }

    private String describeFiles() {
        String shown = siblings.stream()
                .limit(MOST_SHOWN)
                .map(header -> Printable.excerpt(header.name()))
                .collect(Collectors.joining(", "));
        return files == 0
                ? "it has no file"
                : "it has " + shown + (files > MOST_SHOWN ? ", and %,d more".formatted(files - MOST_SHOWN) : "");
    }

    /**
     * Returns the files that were found, in the order of their names.
     *
     * @throws InputException for one that cannot be read, and for an archive made to fill disks
     */
    List<ZipMember> members(ZipDirectory directory, long mostUnpackedBytes) throws IOException {
        List<ZipHeader> found = patterns.isEmpty() ? List.of(only()) : found();
        if (found.size() > MOST_MEMBERS) {
            throw InputException.refused("%s: %,d of its files are named; one import takes at most %,d"
                    .formatted(archive.address(), found.size(), MOST_MEMBERS));
        }
        List<ZipMember> members = new ArrayList<>();
        for (ZipHeader header : found) {
            refusal(header).ifPresent(reason -> {
                throw InputException.refused("%s %s".formatted(address(header), reason));
            });
            path(header);
            members.add(ZipMember.of(archive, header, directory.contentOffset(header)));
        }
        requireOrder(members);
        requireWithin(members, mostUnpackedBytes);
        return members;
    }

    private ZipHeader only() {
        if (files == 0) {
            throw InputException.refused("%s: the archive has no file to import".formatted(archive.address()));
        }
        if (files > 1) {
            throw InputException.refused("%s has %,d files. Name those to import, such as '%s' or '%s**': %s"
                    .formatted(
                            archive.address(),
                            files,
                            address(siblings.get(0)),
                            archive.address() + MemberName.SEPARATOR,
                            describeFiles()));
        }
        return siblings.get(0);
    }

    private List<ZipHeader> found() {
        return patterns.stream()
                .flatMap(pattern -> named.getOrDefault(pattern, matched.getOrDefault(pattern, List.of())).stream())
                .distinct()
                .sorted(Comparator.comparing(ZipHeader::name))
                .toList();
    }

    private String address(ZipHeader header) {
        return archive.address() + MemberName.SEPARATOR + header.name();
    }

    /** Returns why a file cannot be read; empty if it can. */
    private Optional<String> refusal(ZipHeader header) {
        if (header.isEncrypted()) {
            String address = archive.address();
            boolean remote = address.contains("://");
            return Optional.of(
                    "is encrypted, and passwords are not supported; %spipe it in: unzip -p '%s' '%s' | mongohaul import - --collection NAME"
                            .formatted(
                                    remote ? "fetch the archive, and " : "",
                                    remote ? address.substring(address.lastIndexOf('/') + 1) : address,
                                    header.name()));
        }
        if (!header.isDeflated() && (header.method() != ZipHeader.STORED || header.packed() != header.size())) {
            return Optional.of(
                    "is compressed with %s, and only deflate is read; unpack it, or make the archive with deflate"
                            .formatted(header.methodName()));
        }
        for (String part : header.name().split("/", -1)) {
            if (UNUSABLE.matcher(part).matches()) {
                return Optional.of("has a name that cannot be used: an absolute path, an empty folder, '.', '..', a"
                        + " control character or a damaged letter; give the file another name in the archive");
            }
        }
        return Compression.ofName(header.name()) != Compression.NONE || Archives.isArchive(header.name())
                ? Optional.of("is an archive in an archive, which is not read; unpack the outer one")
                : Optional.empty();
    }

    /** Requires that each file has a name and bytes of its own. */
    private void requireOrder(List<ZipMember> members) {
        ZipMember before = null;
        for (ZipMember member : members) {
            if (before != null && before.header().name().equals(member.header().name())) {
                throw InputException.refused("%s: several files in the archive have this name; remove all but one"
                        .formatted(member.address()));
            }
            before = member;
        }
        long end = 0;
        for (ZipMember member :
                members.stream().sorted(Comparator.comparing(ZipMember::begin)).toList()) {
            if (member.header().offset() < end) {
                throw InputException.refused(
                        "%s shares bytes with another file of the archive, as only archives do that were made to fill disks"
                                .formatted(member.address()));
            }
            end = member.begin() + member.header().packed();
        }
    }

    private void requireWithin(List<ZipMember> members, long mostUnpackedBytes) {
        long most = mostUnpackedBytes;
        for (ZipMember member : members) {
            most -= Math.min(member.header().size(), Long.MAX_VALUE / MOST_MEMBERS);
        }
        if (most < 0) {
            throw InputException.refused(
                    "%s: the files to import hold more than %,d bytes, which is what mongohaul.import.max-unpacked-size allows"
                            .formatted(archive.address(), mostUnpackedBytes));
        }
    }
}
