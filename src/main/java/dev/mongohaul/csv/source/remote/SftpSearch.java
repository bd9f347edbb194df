package dev.mongohaul.csv.source.remote;

import dev.mongohaul.csv.input.InputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.sshd.sftp.client.SftpClient;
import org.apache.sshd.sftp.client.SftpClient.Attributes;
import org.apache.sshd.sftp.client.SftpClient.CloseableHandle;
import org.apache.sshd.sftp.client.SftpClient.DirEntry;
import org.apache.sshd.sftp.common.SftpException;

/** Search for the files that a pattern matches, in the folders that can have some. Links are not followed, as on this machine. */
final class SftpSearch {

    private static final Pattern SLASH_IN_BRACES = Pattern.compile("\\{[^}]*/");
    private static final Comparator<RemoteObject> BY_PATH =
            Comparator.comparing(object -> object.address().path());
    private static final Pattern UNNAMEABLE = Pattern.compile(".*[/\\\\\\p{Cntrl}].*|[.]{1,2}", Pattern.DOTALL);

    private final SftpClient channel;
    private final RemoteAddress pattern;
    private final int most;
    private final Predicate<String> matcher;

    /** What the path of a folder at a depth must match; deeper ones are searched if {@link #deep}. */
    private final List<Predicate<String>> folders = new ArrayList<>();

    private final boolean deep;

    private final List<RemoteObject> found = new ArrayList<>();

    private long visited;

    SftpSearch(SftpClient channel, RemoteAddress pattern, int most) {
        this.channel = channel;
        this.pattern = pattern;
        this.most = most;
        this.matcher = pattern.matcher();
        List<String> names = Arrays.asList(pattern.path().split("/"));
        boolean split = !SLASH_IN_BRACES.matcher(pattern.path()).find();
        int depth = 1;
        while (split && depth < names.size() - 1 && !names.get(depth).contains("**")) {
            depth++;
            folders.add(
                    pattern.withPath(String.join("/", names.subList(0, depth))).matcher());
        }
        this.deep = !split || pattern.path().contains("**");
    }

    /** @throws InputException if a folder may not be searched, or if too many files were looked at */
    List<RemoteObject> find() throws IOException {
        String prefix = pattern.prefix();
        String start = prefix.substring(0, prefix.lastIndexOf('/'));
        Optional<Attributes> folder = SftpStore.stat(channel, start);
        if (folder.isPresent() && folder.get().isDirectory()) {
            int depth =
                    (int) start.chars().filter(character -> character == '/').count();
            walk(start, depth);
        }
        return found.stream().sorted(BY_PATH).toList();
    }

    private void walk(String folder, int depth) throws IOException {
        for (DirEntry entry : entries(folder)) {
            String name = entry.getFilename();
            if (UNNAMEABLE.matcher(name).matches()) {
                continue;
            }
            String path = folder + "/" + name;
            boolean searched = mayHold(path, depth + 1);
            if (searched || matcher.test(path)) {
                visit(path, entry.getAttributes(), searched ? depth + 1 : 0);
            }
        }
    }

    /** @param depth 0 if a folder is not searched */
    private void visit(String path, Attributes listed, int depth) throws IOException {
        if (listed.isDirectory()) {
            if (depth > 0) {
                walk(path, depth);
            }
        } else if (!listed.isSymbolicLink() && SftpStore.isFile(listed) && matcher.test(path)) {
            found.add(SftpStore.object(pattern.withPath(path), listed));
        }
    }

    private List<DirEntry> entries(String folder) throws IOException {
        List<DirEntry> entries = new ArrayList<>();
        try (CloseableHandle handle = channel.openDir(SftpStore.remote(folder))) {
            for (List<DirEntry> some = channel.readDir(handle); some != null; some = channel.readDir(handle)) {
                entries.addAll(some);
                visited += some.size();
                if (visited > most) {
                    throw InputException.refused(
                            "%s: the search ended without a result: it may look at %,d files and folders; name a folder with fewer, or the files one by one"
                                    .formatted(pattern, most));
                }
            }
        } catch (SftpException e) {
            throw SftpStore.failure(pattern.withPath(folder), e);
        }
        return entries;
    }

    private boolean mayHold(String folder, int depth) {
        return depth <= folders.size() ? folders.get(depth - 1).test(folder) : deep;
    }
}
