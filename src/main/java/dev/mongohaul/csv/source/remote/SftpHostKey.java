package dev.mongohaul.csv.source.remote;

import dev.mongohaul.csv.input.InputException;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.config.hosts.KnownHostEntry;
import org.apache.sshd.client.keyverifier.ServerKeyVerifier;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.OpenSshCertificate;
import org.apache.sshd.common.config.keys.PublicKeyEntryResolver;
import org.jspecify.annotations.Nullable;

/** Check of the key that a host shows, with the keys of {@code known_hosts}. Nothing is added there. */
final class SftpHostKey implements ServerKeyVerifier {

    private static final String KNOWN_HOSTS = "MONGOHAUL_SSH_KNOWN_HOSTS";
    private static final String REVOKED = "revoked";
    private static final String AUTHORITY = "cert-authority";

    private final Path file;
    private final String host;
    private final int port;
    private final List<Known> known = new ArrayList<>();
    private volatile @Nullable String refusal;

    /** @throws InputException if the file of known hosts cannot be read */
    SftpHostKey(SftpClientSettings settings, String host, int port) {
        this.file = settings.path(KNOWN_HOSTS).orElse(settings.folder().resolve("known_hosts"));
        this.host = host;
        this.port = port;
        try {
            if (Files.exists(file)) {
                for (KnownHostEntry entry : KnownHostEntry.readKnownHostEntries(file)) {
                    if (isOfHost(entry)) {
                        PublicKey key =
                                entry.getKeyEntry().resolvePublicKey(null, Map.of(), PublicKeyEntryResolver.IGNORING);
                        String marker = entry.getMarker();
                        known.add(new Known(marker == null ? "" : marker, Optional.ofNullable(key)));
                    }
                }
            }
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            throw InputException.refused(
                    "%s: the known hosts of SSH cannot be read (%s)".formatted(file, e.getMessage()));
        }
    }

    /** A revoked key is revoked on any port. */
    private boolean isOfHost(KnownHostEntry entry) {
        return entry.isHostMatch(host, port)
                || (REVOKED.equals(entry.getMarker()) && entry.isHostMatch(host, SftpStore.PORT));
    }

    /** Lets a client ask for a key of a known kind: a host with several ones is not shown as changed. */
    void use(SshClient client) {
        client.setServerKeyVerifier(this);
        client.setSignatureFactories(client.getSignatureFactories().stream()
                .sorted(Comparator.comparing(factory -> !isKnown(factory.getName())))
                .toList());
    }

    private boolean isKnown(String algorithm) {
        return algorithm.contains("-cert-")
                ? known.stream().anyMatch(entry -> entry.marker().equals(AUTHORITY))
                : known.stream()
                        .filter(entry -> entry.marker().isEmpty())
                        .flatMap(entry -> entry.key().stream())
                        .anyMatch(key -> KeyUtils.getKeyType(key).equals(KeyUtils.getCanonicalKeyType(algorithm)));
    }

    /** Returns why the key was refused; empty if it was not. */
    Optional<String> refusal() {
        return Optional.ofNullable(refusal);
    }

    @Override
    public boolean verifyServerKey(ClientSession session, SocketAddress address, PublicKey shown) {
        PublicKey key = shown instanceof OpenSshCertificate certificate ? certificate.getCertPubKey() : shown;
        boolean revoked = has(REVOKED, key);
        boolean trusted = has("", key);
        if (shown instanceof OpenSshCertificate certificate) {
            revoked = revoked || has(REVOKED, certificate.getCaPubKey());
            trusted = trusted || has(AUTHORITY, certificate.getCaPubKey());
        }
        if (trusted && !revoked) {
            return true;
        }
        refusal = revoked
                ? revoked(key)
                : known.stream().noneMatch(entry -> entry.marker().isEmpty()) ? unknown(key) : changed(key);
        return false;
    }

    private boolean has(String marker, PublicKey key) {
        return known.stream()
                .filter(entry -> entry.marker().equals(marker))
                .anyMatch(entry -> entry.key()
                        .filter(one -> KeyUtils.compareKeys(one, key))
                        .isPresent());
    }

    private String revoked(PublicKey key) {
        return "the host shows the key %s, which %s marks as revoked; ask those who run it"
                .formatted(KeyUtils.getFingerPrint(key), file);
    }

    private String unknown(PublicKey key) {
        return "the host is not known: %s has no key of it. It shows the key %s. Compare that with what those who run it say, then trust it: ssh-keyscan -t %s -p %d %s >> %s"
                .formatted(file, KeyUtils.getFingerPrint(key), scanned(key), port, host, file);
    }

    private String changed(PublicKey key) {
        return "the host shows the key %s, which %s does not have: its key was changed, or another machine answers in its place. Ask those who run it. If the new key is right, remove the old ones (ssh-keygen -f %s -R %s) and trust it: ssh-keyscan -t %s -p %d %s >> %s"
                .formatted(
                        KeyUtils.getFingerPrint(key),
                        file,
                        file,
                        port == SftpStore.PORT ? host : "'[%s]:%d'".formatted(host, port),
                        scanned(key),
                        port,
                        host,
                        file);
    }

    private static String scanned(PublicKey key) {
        String kind = KeyUtils.getKeyType(key);
        return kind.startsWith("ecdsa") ? "ecdsa" : kind.replace("ssh-", "");
    }

    /**
     * Entry of the file for this host.
     *
     * @param marker empty for a key of the host itself
     * @param key empty if it is of a kind that is not known
     */
    private record Known(String marker, Optional<PublicKey> key) {}
}
