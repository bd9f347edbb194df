package dev.mongohaul.csv.source.remote;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.sshd.certificate.OpenSshCertificateBuilder;
import org.apache.sshd.common.config.keys.OpenSshCertificate;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyEncryptionContext;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;

/** Keys of SSH in the formats of OpenSSH, as {@code ssh-keygen} makes them. */
final class SshKeys {

    static final List<String> KINDS = List.of("ed25519", "ecdsa", "rsa");

    /** Bits of keys of RSA: the fewest that OpenSSH accepts, because a key of 2,048 bits takes seconds. */
    private static final int RSA_BITS = 1024;

    private static final OpenSSHKeyPairResourceWriter WRITER = OpenSSHKeyPairResourceWriter.INSTANCE;
    private static final Map<String, KeyPair> OF_SERVERS = new ConcurrentHashMap<>();

    private SshKeys() {}

    static KeyPair generate(String kind) {
        SftpEd25519.register();
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(
                    switch (kind) {
                        case "rsa" -> "RSA";
                        case "ecdsa" -> "EC";
                        default -> "Ed25519";
                    });
            if (!kind.equals("ed25519")) {
                generator.initialize(kind.equals("rsa") ? RSA_BITS : 256);
            }
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the key that all servers of this JVM have under a name: one of the {@link #KINDS}, or another name. */
    static KeyPair host(String name) {
        return OF_SERVERS.computeIfAbsent(name, any -> generate(KINDS.contains(name) ? name : "ed25519"));
    }

    /** Writes a pair of keys to a file and one with the suffix {@code .pub}. */
    static void write(KeyPair pair, Path file, String passphrase) throws Exception {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        OpenSSHKeyEncryptionContext encryption = new OpenSSHKeyEncryptionContext();
        encryption.setPassword(passphrase);
        encryption.setCipherType("256");
        encryption.setKdfRounds(1);
        try (OutputStream out = Files.newOutputStream(file)) {
            WRITER.writePrivateKey(pair, "test", passphrase.isEmpty() ? null : encryption, out);
        }
        Files.writeString(file.resolveSibling(file.getFileName() + ".pub"), line(pair.getPublic()));
    }

    static void write(OpenSshCertificate certificate, Path file) throws Exception {
        Files.writeString(file, line(certificate));
    }

    private static String line(java.security.PublicKey key) throws IOException, GeneralSecurityException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        WRITER.writePublicKey(key, "test", line);
        return line.toString(StandardCharsets.UTF_8).strip() + "\n";
    }

    /** Returns the certificate of the host's Ed25519 key for 127.0.0.1, signed by the authority. */
    static OpenSshCertificate hostCertificate() throws Exception {
        return OpenSshCertificateBuilder.hostCertificate()
                .id("host")
                .serial(1)
                .principals(List.of("127.0.0.1"))
                .publicKey(host("ed25519").getPublic())
                .validAfter(0)
                .validBefore(-1)
                .sign(host("authority"));
    }

    /** Returns the fingerprint of a public key as {@code ssh-keygen -l} shows it. */
    static String fingerprint(String line) throws GeneralSecurityException {
        byte[] key = Base64.getDecoder().decode(line.split(" ", -1)[1]);
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(key);
        return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(digest);
    }
}
