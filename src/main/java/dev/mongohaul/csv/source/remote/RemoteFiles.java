package dev.mongohaul.csv.source.remote;

import dev.mongohaul.csv.archive.MemberName;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.InputObject;
import dev.mongohaul.csv.input.InputSource;
import dev.mongohaul.csv.input.ObjectStamp;
import dev.mongohaul.csv.place.ObjectPlace;
import dev.mongohaul.text.DatedNames;
import dev.mongohaul.text.HomeFolder;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Source of the objects that addresses and patterns of S3, HTTPS and SFTP name, each once, in the order of the names. */
public final class RemoteFiles implements InputSource {

    /** Stores keep connections, so the process has one for each scheme and rules. */
    private static final Map<Map.Entry<String, RemoteRules>, RemoteStore> STORES = new ConcurrentHashMap<>();

    /** Rules by which objects of a server were found first, which hold for every later look at them; only of allowed servers. */
    private static final Map<RemoteAddress, RemoteRules> CONFINED = new ConcurrentHashMap<>();

    private static final Pattern BEGINNING = Pattern.compile("(?i)https://");

    private static final Pattern WHOLE = Pattern.compile("\\z");
    private static final Pattern PLAIN_END = Pattern.compile("[\\s,]|](?=\\s*$)");
    private static final Pattern SINGLE_QUOTED_END = Pattern.compile("'(?=\\s*(?:[,\\]]|$))");
    private static final Pattern QUOTED_END = Pattern.compile("\"");

    private final RemoteRules rules;
    private final int mostObjects;

    /** @param mostObjects that a pattern may look at */
    public RemoteFiles(RemoteRules rules, long mostObjects) {
        this.rules = rules;
        this.mostObjects = (int) Math.min(Integer.MAX_VALUE, mostObjects);
    }

    /** Returns whether a name is an address on another machine. */
    public static boolean isAddress(String name) {
        return name.contains("://") && RemoteAddress.isRemote(name);
    }

    /** Returns the address without what can be a signature; other names as they are. */
    public static String shown(String name) {
        MemberName named = MemberName.of(name);
        return isAddress(name)
                ? new MemberName(RemoteAddress.of(named.archive()).toString(), named.member()).toString()
                : name;
    }

    /** Returns whether a name, which can have dates, is a pattern of addresses; one of files in an archive is none. */
    public static boolean isPattern(String name) {
        return isAddress(name)
                && RemoteAddress.of(DatedNames.example(MemberName.of(name).archive()))
                        .isPattern();
    }

    /**
     * Describes why the objects that an address or a pattern names cannot be moved to folders, or deleted; empty if they can.
     *
     * @param folders none if they are to be deleted
     */
    public static Optional<String> moveProblem(String name, List<String> folders) {
        RemoteAddress address = RemoteAddress.of(DatedNames.example(name));
        if (address.scheme().equals("https")) {
            return Optional.of(
                    "is not for files of a web server, which cannot be moved or deleted there (%s): leave it out"
                            .formatted(address));
        }
        String server = address.withPath("/").toString();
        return folders.stream()
                .filter(folder -> !isAddress(folder)
                        || !RemoteAddress.of(folder).withPath("/").toString().equals(server))
                .findFirst()
                .map(folder ->
                        "moves files of %s to %s, which is another machine or bucket: write an address such as %sdone"
                                .formatted(server, folder, server));
    }

    /** Returns a text with the addresses in it as they are shown; the process remembers their queries. */
    public static String withoutQueries(String text) {
        if (text.indexOf('?') < 0) {
            return text;
        }
        StringBuilder shown = new StringBuilder(text.length());
        Matcher beginning = BEGINNING.matcher(text);
        int done = 0;
        // Each character is looked at a few times, however many addresses begin in the text.
        while (beginning.find(done)) {
            int start = beginning.start();
            Matcher end = end(text, start).matcher(text);
            int after = end.find(start) ? end.start() : text.length();
            String address = text.substring(start, after);
            shown.append(text, done, start).append(address.indexOf('?') < 0 ? address : shown(address));
            done = after;
        }
        return shown.append(text, done, text.length()).toString();
    }

    /**
     * Returns the pattern of the end of an address: a text that begins with it is one address; in a list, the quote before it
     * ends it, or else a comma.
     */
    private static Pattern end(String text, int start) {
        if (start == 0) {
            return WHOLE;
        }
        return switch (text.charAt(start - 1)) {
            case '"' -> QUOTED_END;
            case '\'' -> SINGLE_QUOTED_END;
            default -> PLAIN_END;
        };
    }

    /**
     * Removes local copies that were not used for a day.
     *
     * @param dryRun whether to count the bytes only
     * @return the bytes of the removed ones
     */
    public static long sweep(Path copies, boolean dryRun) {
        return Copies.sweep(copies, dryRun);
    }

    /**
     * Removes the local copies of objects.
     *
     * @param addresses of inputs, also in archives; paths have no copies
     */
    public static void release(RemoteRules rules, List<String> addresses) {
        Copies copies = new Copies(rules);
        addresses.stream()
                .filter(RemoteFiles::isAddress)
                .map(address -> RemoteAddress.of(MemberName.of(address).archive()))
                .distinct()
                .forEach(copies::remove);
    }

    @Override
    public boolean serves(String name) {
        return isAddress(name);
    }

    @Override
    public List<InputObject> find(List<String> names) {
        Map<RemoteAddress, String> addresses = new LinkedHashMap<>();
        Map<RemoteAddress, List<String>> members = new HashMap<>();
        for (String name : names) {
            MemberName named = MemberName.of(name);
            RemoteAddress address = RemoteAddress.of(named.archive());
            members.computeIfAbsent(address, key -> new ArrayList<>()).add(named.member());
            String other = addresses.putIfAbsent(address, named.archive());
            if (other != null && !other.equals(named.archive())) {
                throw InputException.refused(
                        "%s is named twice, with different text after the question mark: import them one by one"
                                .formatted(address));
            }
        }
        Map<RemoteObject, List<String>> found = new LinkedHashMap<>();
        List<String> unmatched = new ArrayList<>();
        for (RemoteAddress address : addresses.keySet()) {
            List<RemoteObject> objects = find(address);
            if (objects.isEmpty()) {
                unmatched.add(address.toString());
            }
            for (RemoteObject object : objects) {
                found.computeIfAbsent(required(object), key -> new ArrayList<>())
                        .addAll(members.getOrDefault(address, List.of()));
            }
        }
        if (!unmatched.isEmpty()) {
            String message = "No object matches " + String.join(", ", unmatched);
            throw found.isEmpty()
                    ? InputException.nothingFound(message)
                    : InputException.incomplete(
                            "%s, but the other names find %,d; take the name out, or wait for the file"
                                    .formatted(message, found.size()));
        }
        return found.entrySet().stream()
                .map(object -> file(object.getKey(), object.getValue()))
                .toList();
    }

    private InputObject file(RemoteObject object, List<String> members) {
        List<String> named = members.stream().filter(name -> !name.isEmpty()).toList();
        return new RemoteFile(object, placeOf(object.address()), new Copies(rules), named);
    }

    private RemoteObject required(RemoteObject object) {
        if (object.size() < 0) {
            throw InputException.refused(
                    "%s: the server does not say how many bytes it has, which is needed to see that all of them have come. Import it through a pipe: curl -fsS ADDRESS | mongohaul import - --collection NAME"
                            .formatted(object.address()));
        }
        if (object.size() > rules.mostBytes()) {
            throw InputException.refused("%s: has %,d bytes, and mongohaul.import.remote.max-size allows %,d"
                    .formatted(object.address(), object.size(), rules.mostBytes()));
        }
        return object;
    }

    private List<RemoteObject> find(RemoteAddress address) {
        if (rules.equals(RemoteRules.ANY)) {
            RemoteRules first = CONFINED.get(address.server());
            if (first != null) {
                return new RemoteFiles(first, mostObjects).find(address);
            }
        }
        rules.require(address);
        if (rules.sources() != null) {
            CONFINED.putIfAbsent(address.server(), rules);
        }
        RemoteStore store = store(address);
        return Patience.of(address, () -> store.find(address, mostObjects));
    }

    @Override
    public ObjectStamp stamp(String address) throws IOException {
        return find(RemoteAddress.of(address)).stream()
                .findFirst()
                .map(RemoteFile::stampOf)
                .orElseThrow(() -> new NoSuchFileException(address));
    }

    @Override
    public ObjectPlace place(String address) {
        RemoteAddress named = RemoteAddress.of(address);
        RemoteRules first = rules.equals(RemoteRules.ANY) ? CONFINED.getOrDefault(named.server(), rules) : rules;
        return new RemoteFiles(first, mostObjects).placeOf(named);
    }

    private RemotePlace placeOf(RemoteAddress address) {
        return new RemotePlace(rules, store(address), address);
    }

    private RemoteStore store(RemoteAddress address) {
        return STORES.computeIfAbsent(Map.entry(address.scheme(), rules.forStore()), key -> newStore(address));
    }

    /** The classes of a store and its libraries are loaded here, and not before. */
    private RemoteStore newStore(RemoteAddress address) {
        return switch (address.scheme()) {
            case "https" -> new HttpsStore(rules, new HttpCredentials(System.getenv(), HomeFolder.of(System.getenv())));
            case "s3" -> new S3Store();
            case "sftp" -> new SftpStore(rules::requirePeer);
            default -> throw InputException.refused("%s: no store serves %s".formatted(address, address.scheme()));
        };
    }
}
