package dev.mongohaul.csv.source.remote;

import dev.mongohaul.csv.input.InputException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rules for the objects on other machines that may be fetched.
 *
 * @param sources beginnings of their addresses, such as {@code s3://bucket} and {@code https://host/folder/}; null for any
 *     address, on any network
 * @param networks to which a connection may go although they are private
 * @param allowedBy the setting with the sources, for messages
 * @param mostBytes that an object may have
 * @param copies folder of the local copies
 * @param progress receives the progress of each transfer
 */
public record RemoteRules(
        @Nullable List<String> sources,
        List<Network> networks,
        String allowedBy,
        long mostBytes,
        Path copies,
        TransferProgress progress) {

    /** Folder of the local copies, in the working folder. */
    public static final Path COPIES = Path.of(".mongohaul", "copies");

    /**
     * Paths that a server or a proxy can read as one in another folder: dots as a name, also with parameters (RFC 3986, 3.3) that
     * some servers cut off, and percent codes of {@code . / ; \}, also coded twice.
     */
    private static final Pattern LEAVING =
            Pattern.compile("/\\.{1,2}(?:[/;]|$)|%(?:25)*(?:2e|2f|3b|5c)", Pattern.CASE_INSENSITIVE);

    /** Allows any object. */
    public static final RemoteRules ANY =
            new RemoteRules(null, List.of(), "", Long.MAX_VALUE, COPIES, TransferProgress.NONE);

    public RemoteRules {
        sources = sources == null ? null : List.copyOf(sources);
        networks = List.copyOf(networks);
    }

    /**
     * Requires that texts begin addresses.
     *
     * @throws InputException for another one
     */
    public static void requireBeginnings(List<String> sources) {
        for (String source : sources) {
            if (!RemoteAddress.isRemote(source) || beginning(source).isPattern()) {
                throw InputException.refused(
                        "'%s' does not begin an address; write s3://bucket, https://host/folder/ or sftp://user@host."
                                .formatted(source));
            }
        }
    }

    /** A beginning without a path gets one that no address needs to have. */
    private static RemoteAddress beginning(String source) {
        return RemoteAddress.of(source.matches("[^/]+//[^/]+/?") ? source.replaceFirst("/?$", "/-") : source);
    }

    /** Returns what a store needs of these rules, so that one store serves many imports. */
    RemoteRules forStore() {
        return new RemoteRules(sources, networks, allowedBy, mostBytes, COPIES, TransferProgress.NONE);
    }

    /** Returns these rules with another receiver of progress. */
    public RemoteRules watched(TransferProgress watcher) {
        return new RemoteRules(sources, networks, allowedBy, mostBytes, copies, watcher);
    }

    /** Returns these rules with the folder of copies in a working folder, unless it is absolute. */
    public RemoteRules in(Path folder) {
        return new RemoteRules(sources, networks, allowedBy, mostBytes, folder.resolve(copies), progress);
    }

    /** Returns these rules, which allow no object unless they name some. */
    public RemoteRules confined() {
        return new RemoteRules(sources == null ? List.of() : sources, networks, allowedBy, mostBytes, copies, progress);
    }

    /** As {@link #require}. */
    public void requireAddress(String address) {
        require(RemoteAddress.of(address));
    }

    /**
     * Refuses an address that no source begins; nothing is resolved.
     *
     * @throws InputException for it
     */
    void require(RemoteAddress address) {
        if (sources == null) {
            return;
        }
        if (LEAVING.matcher(address.path()).find()) {
            throw InputException.refused(
                    "%s: an address has no . and .. as names of folders, also not with parameters or as percent codes"
                            .formatted(address));
        }
        boolean begun = sources.stream().anyMatch(source -> begins(source, address));
        if (!begun) {
            throw InputException.refused(
                    sources.isEmpty()
                            ? "%s: serve and workers fetch from other machines only what begins as %s says, which is not set"
                                    .formatted(address, allowedBy)
                            : "%s is outside of %s, the only sources that %s allows"
                                    .formatted(address, String.join(", ", sources), allowedBy));
        }
    }

    private static boolean begins(String source, RemoteAddress address) {
        RemoteAddress beginning = beginning(source);
        boolean whole = source.matches("[^/]+//[^/]+/?");
        return beginning.scheme().equals(address.scheme())
                && beginning.host().equals(address.host())
                && beginning.port() == address.port()
                && (beginning.user().isEmpty() || beginning.user().equals(address.user()))
                && (whole
                        || address.path().equals(beginning.path())
                        || address.prefix().startsWith(beginning.path().replaceFirst("/?$", "/")));
    }

    /**
     * Refuses a connection to a private address; called with the address that a connection has, before anything is sent.
     *
     * @throws InputException for it
     */
    void requirePeer(InetAddress peer) {
        if (sources != null
                && Network.isPrivate(peer)
                && networks.stream().noneMatch(network -> network.contains(peer))) {
            throw InputException.refused(
                    "%s leads to %s, a private address: nothing is fetched from there, unless mongohaul.import.remote.networks allows it"
                            .formatted(peer.getHostName(), peer.getHostAddress()));
        }
    }
}
