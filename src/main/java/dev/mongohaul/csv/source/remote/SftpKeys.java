package dev.mongohaul.csv.source.remote;

import dev.mongohaul.csv.input.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.sshd.agent.SshAgent;
import org.apache.sshd.agent.local.LocalAgentFactory;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.common.NamedResource;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.util.security.SecurityUtils;
import org.jspecify.annotations.Nullable;

/**
 * Keys that this user shows to SSH servers: that of {@code MONGOHAUL_SSH_KEY}, else those of the agent and the default
 * ones of {@code ~/.ssh}.
 */
final class SftpKeys {

    private static final String KEY = "MONGOHAUL_SSH_KEY";
    private static final String PASSPHRASE = "MONGOHAUL_SSH_KEY_PASSPHRASE_FILE";
    private static final List<String> DEFAULTS = List.of("id_ed25519", "id_ecdsa", "id_rsa");
    private static final Set<PosixFilePermission> FORBIDDEN =
            Set.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE);

    private final SftpClientSettings settings;
    private final List<KeyPair> pairs = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private @Nullable SshAgent agent;

    /** @throws InputException if the user has no key that can be used */
    SftpKeys(SftpClientSettings settings) {
        this.settings = settings;
        Optional<Path> named = settings.path(KEY);
        if (named.isPresent()) {
            add(named.get());
            return;
        }
        addAgent();
        List<String> problems = new ArrayList<>();
        for (String name : DEFAULTS) {
            Path file = settings.folder().resolve(name);
            if (Files.exists(file)) {
                try {
                    add(file);
                } catch (InputException e) {
                    problems.add(String.valueOf(e.getMessage()));
                }
            }
        }
        names.addAll(problems);
        if (pairs.isEmpty() && agent == null) {
            throw InputException.refused(
                    "There is no key for SSH%s: name a private key in %s, or add one to an SSH agent"
                            .formatted(
                                    problems.isEmpty()
                                            ? " in %s and no agent with one".formatted(settings.folder())
                                            : " (%s)".formatted(String.join("; ", problems)),
                                    KEY));
        }
    }

    /** Lets a client show these keys, and nothing else. */
    void use(SshClient client) {
        client.setKeyIdentityProvider(KeyIdentityProvider.wrapKeyPairs(pairs));
        if (agent != null) {
            client.setAgentFactory(new LocalAgentFactory(agent));
        }
    }

    /** Returns the names and fingerprints of the keys, and why others are not used. */
    List<String> names() {
        return List.copyOf(names);
    }

    private void addAgent() {
        Optional<Path> socket = settings.path("SSH_AUTH_SOCK");
        if (socket.isEmpty()) {
            return;
        }
        try {
            SftpAgent found = new SftpAgent(socket.get());
            for (Map.Entry<PublicKey, String> key : found.getIdentities()) {
                names.add("%s of the agent".formatted(KeyUtils.getFingerPrint(key.getKey())));
                agent = found;
            }
        } catch (IOException | RuntimeException e) {
            names.add("the agent of SSH_AUTH_SOCK does not answer (%s)".formatted(e.getMessage()));
        }
    }

    private void add(Path file) {
        AtomicBoolean encrypted = new AtomicBoolean();
        FilePasswordProvider passphrase = (session, resource, attempt) -> {
            encrypted.set(true);
            return passphrase();
        };
        try {
            requirePrivate(file);
            try (InputStream content = Files.newInputStream(file)) {
                Iterable<KeyPair> found =
                        SecurityUtils.loadKeyPairIdentities(null, NamedResource.ofName("key"), content, passphrase);
                if (found == null) {
                    throw InputException.refused(
                            "%s is no private key in the format of OpenSSH or PEM".formatted(file));
                }
                for (KeyPair pair : found) {
                    pairs.add(pair);
                    names.add("%s (%s)".formatted(file, KeyUtils.getFingerPrint(pair.getPublic())));
                }
            }
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw InputException.refused("%s: %s".formatted(file, problem(encrypted.get(), e)));
        }
    }

    private String problem(boolean encrypted, Exception cause) {
        if (!encrypted) {
            return "the private key cannot be read (%s)".formatted(cause.getMessage());
        }
        return settings.path(PASSPHRASE).isPresent()
                ? "the passphrase in the file of %s does not open the private key".formatted(PASSPHRASE)
                : "the private key has a passphrase: name a file with it in %s, or add the key to an SSH agent"
                        .formatted(PASSPHRASE);
    }

    private @Nullable String passphrase() throws IOException {
        Optional<Path> file = settings.path(PASSPHRASE);
        if (file.isEmpty()) {
            return null;
        }
        requirePrivate(file.get());
        return Files.readString(file.get()).strip();
    }

    private static void requirePrivate(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            throw InputException.refused("%s: there is no such file, or it may not be read".formatted(file));
        }
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view != null && view.readAttributes().permissions().stream().anyMatch(FORBIDDEN::contains)) {
            throw InputException.refused("%s: others can read or change it: chmod 600 it".formatted(file));
        }
    }
}
