package dev.mongohaul.csv.archive;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.InputObject;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.zip.ZipException;

/** Archives of several files, of which each is an input: ZIP, recognized by its name. */
public final class Archives {

    private Archives() {}

    /** Returns whether an object is an archive of several files, by its name alone. */
    public static boolean isArchive(String address) {
        return address.toLowerCase(Locale.ROOT).endsWith(".zip");
    }

    /**
     * Puts the files that {@link InputObject#members} names in the place of each archive, in the order of their names; the
     * only file if none is named.
     *
     * @param shared names and globs of files that only one of several archives needs to have, since a pattern names these
     * @param mostUnpackedBytes that the files of one archive may have
     * @throws InputException for an archive that is damaged, or has no such file, or has one that cannot be read
     */
    public static List<InputObject> expand(List<InputObject> objects, Set<String> shared, long mostUnpackedBytes) {
        List<InputObject> expanded = new ArrayList<>();
        Map<String, String> missing = new LinkedHashMap<>();
        Set<String> found = new HashSet<>();
        for (InputObject object : objects) {
            if (isArchive(object.address())) {
                MemberSearch search = new MemberSearch(object);
                expanded.addAll(members(object, search, mostUnpackedBytes));
                UnaryOperator<String> key = pattern ->
                        shared.contains(pattern) ? pattern : object.address() + MemberName.SEPARATOR + pattern;
                search.matchedPatterns().stream().map(key).forEach(found::add);
                search.unmatchedPatterns()
                        .forEach(pattern ->
                                missing.computeIfAbsent(key.apply(pattern), any -> search.describeMissing(pattern)));
            } else {
                expanded.add(object);
            }
        }
        missing.keySet().removeAll(found);
        missing.values().stream().findFirst().ifPresent(message -> {
            // The archive is there, so that its other files must not pass for an input without records.
            throw expanded.isEmpty()
                    ? InputException.refused(message)
                    : InputException.incomplete(
                            message + ". Other names find files; take this one out, or wait for its file");
        });
        return expanded;
    }

    private static List<ZipMember> members(InputObject archive, MemberSearch search, long mostUnpackedBytes) {
        try (FileChannel channel = archive.channel()) {
            ZipDirectory directory = ZipDirectory.read(channel, search);
            return search.members(directory, mostUnpackedBytes);
        } catch (ZipException | EOFException damaged) {
            throw InputException.refused(
                    "%s: is not a whole ZIP archive: %s".formatted(archive.address(), damaged.getMessage()));
        } catch (IOException cause) {
            throw InputException.refused("%s: cannot be read (%s)".formatted(archive.address(), cause));
        }
    }
}
