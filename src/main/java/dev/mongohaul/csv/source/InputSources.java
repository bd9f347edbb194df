package dev.mongohaul.csv.source;

import dev.mongohaul.csv.archive.Archives;
import dev.mongohaul.csv.archive.MemberName;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.InputObject;
import dev.mongohaul.csv.input.InputSource;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.input.ObjectStamp;
import dev.mongohaul.csv.place.ObjectPlace;
import dev.mongohaul.csv.source.remote.RemoteFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Kinds of sources; the first kind that serves a name finds its objects. */
public final class InputSources {

    /** Name of standard input, which can only stand alone. */
    public static final String STANDARD_INPUT = StandardInput.NAME;

    /** Files serve any name, so they are last. */
    private final List<InputSource> sources;

    private final InputRules rules;

    /**
     * @param base folder of relative names
     * @param standardInput what {@code -} stands for
     * @param rules for what may be read
     */
    public InputSources(Path base, InputStream standardInput, InputRules rules) {
        this.sources = List.of(
                new StandardInput(standardInput),
                new RemoteFiles(rules.remote(), rules.search().mostPaths()),
                new LocalFiles(base, rules));
        this.rules = rules;
    }

    /** Returns the sources for a folder, with an empty standard input, and without rules. */
    public static InputSources in(Path base) {
        return new InputSources(base, InputStream.nullInputStream(), InputRules.ANY);
    }

    /** Returns a name as it is shown and stored: without the query of an address, which can be a signature. */
    public static String shown(String name) {
        return RemoteFiles.shown(name);
    }

    /** Returns what is wrong with a name that is an address, or one of another system; empty if nothing is. */
    public static Optional<String> addressMistake(String name) {
        try {
            return ForeignName.mistake(shown(name));
        } catch (InputException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Removes local copies of objects on other machines that were not used for a day.
     *
     * @param workingFolder from which the folder of the copies is named
     * @param dryRun whether to count the bytes only
     * @return the bytes of the removed ones
     */
    public static long sweepCopies(InputRules rules, Path workingFolder, boolean dryRun) {
        return RemoteFiles.sweep(rules.in(workingFolder).remote().copies(), dryRun);
    }

    /**
     * Removes the local copies of inputs on other machines.
     *
     * @param workingFolder from which the folder of the copies is named
     * @param addresses of inputs
     */
    public static void releaseCopies(InputRules rules, Path workingFolder, List<String> addresses) {
        RemoteFiles.release(rules.in(workingFolder).remote(), addresses);
    }

    /** Returns a text with the addresses in it as they are {@linkplain #shown shown}. */
    public static String withoutQueries(String text) {
        return RemoteFiles.withoutQueries(text);
    }

    /** Returns whether a name is a pattern, or an address of one; not if a file has this very name. */
    public static boolean isPattern(String name) {
        return isFile(name) ? LocalFiles.isPattern(name) : RemoteFiles.isPattern(name);
    }

    /** Returns whether a name, which can have dates, finds several objects of another machine. */
    public static boolean isRemotePattern(String name) {
        return RemoteFiles.isPattern(name);
    }

    /**
     * Describes why the objects that a name finds cannot be moved to folders, or deleted; empty if they can.
     *
     * @param folders none if they are to be deleted
     */
    public static Optional<String> moveProblem(String name, List<String> folders) {
        if (!isFile(name)) {
            return RemoteFiles.moveProblem(name, folders);
        }
        return folders.stream()
                .filter(folder -> !isFile(folder))
                .findFirst()
                .map("moves files of this machine to %s, which is another one: name a folder"::formatted);
    }

    /** Returns whether a name is a path or a glob, and not an address of another kind. */
    public static boolean isFile(String name) {
        return in(Path.of("")).source(name) instanceof LocalFiles;
    }

    /**
     * Returns the state of an object now.
     *
     * @param address of an input
     * @throws IOException where it is missing or cannot be read
     */
    public static ObjectStamp stamp(String address) throws IOException {
        InputSources sources = in(Path.of(""));
        try {
            return MemberName.of(address).member().isEmpty()
                    ? sources.source(address).stamp(address)
                    : sources.find(List.of(address)).list().get(0).stamp();
        } catch (InputException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Returns the place that an address names; nothing is searched. */
    public static ObjectPlace place(String address) {
        return in(Path.of("")).source(address).place(address);
    }

    /**
     * Finds the inputs that names stand for.
     *
     * @param names paths, globs, files in archives ({@code a.zip!/*.csv}), or {@code -} alone for standard input; a file
     *     named twice counts once
     * @throws InputException for a file that is missing, cannot be read or is not allowed by the rules, a glob without a
     *     match, more than 1 TiB
     */
    public Inputs find(List<String> names) {
        List<InputObject> objects = objects(names);
        Set<String> shared = names.stream()
                .map(MemberName::of)
                .filter(name -> !name.member().isEmpty() && isPattern(name.archive()))
                .map(MemberName::member)
                .collect(Collectors.toSet());
        return Inputs.of(Archives.expand(objects, shared, rules.mostUnpackedBytes()), rules.mostUnpackedBytes());
    }

    /**
     * Finds files without a look into archives of several files, each of which is one.
     *
     * @throws InputException as {@link #find}
     */
    public List<Input> files(List<String> names) {
        return Inputs.of(objects(names), rules.mostUnpackedBytes()).list();
    }

    private List<InputObject> objects(List<String> names) {
        if (names.size() > 1 && names.contains(STANDARD_INPUT)) {
            throw InputException.refused("Standard input (-) cannot be read together with files; name one of them");
        }
        List<InputObject> objects = new ArrayList<>();
        for (InputSource source : sources) {
            List<String> served =
                    names.stream().filter(name -> source(name) == source).toList();
            if (!served.isEmpty()) {
                objects.addAll(source.find(served));
            }
        }
        if (objects.isEmpty()) {
            throw InputException.refused("No input file is named");
        }
        return objects;
    }

    /**
     * Finds the {@linkplain #files files} of those names that have any, each file once.
     *
     * @throws InputException if no name has one
     */
    public List<Input> findAny(List<String> names) {
        Map<String, Input> found = new LinkedHashMap<>();
        List<String> there = new ArrayList<>();
        for (String name : names) {
            try {
                files(List.of(name)).forEach(input -> found.putIfAbsent(input.address(), input));
                there.add(name);
            } catch (InputException e) {
                if (!e.isNothingFound()) {
                    throw e;
                }
            }
        }
        if (found.isEmpty()) {
            return files(names);
        }
        // Several names can stand for files of one archive.
        boolean inArchives =
                there.stream().anyMatch(name -> !MemberName.of(name).member().isEmpty());
        return inArchives ? files(there) : List.copyOf(found.values());
    }

    private InputSource source(String name) {
        return sources.stream()
                .filter(source -> source.serves(name))
                .findFirst()
                .orElseThrow();
    }
}
