package dev.mongohaul.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.mongo.address.PrivateFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Self-signed key of a broker in two PEM files, made by the keytool of Java. */
public record TestKey(Path keyStore, Path certificate) {

    private static final String PASSWORD = "changeit";
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

    private static final Map<String, byte[]> MADE = new ConcurrentHashMap<>();

    /**
     * Makes a key for a host, the same one for the same host.
     *
     * @param name as in a certificate: {@code ip:127.0.0.1} or {@code dns:queue1}
     */
    public static TestKey make(Path folder, String name) throws Exception {
        Path store = folder.resolve(name.replace(':', '-') + ".p12");
        byte[] made = MADE.get(name);
        if (made == null) {
            generate(store, name);
            MADE.put(name, Files.readAllBytes(store));
        } else {
            Files.write(store, made);
        }
        return toPem(store, folder);
    }

    private static void generate(Path store, String name) throws IOException, InterruptedException {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-J-XX:TieredStopAtLevel=1",
                        "-genkeypair",
                        "-alias",
                        "broker",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=broker",
                        "-ext",
                        "SAN=" + name,
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        store.toString())
                .redirectErrorStream(true)
                .redirectOutput(store.resolveSibling("keytool.log").toFile())
                .start();
        assertThat(keytool.waitFor()).isZero();
    }

    private static TestKey toPem(Path store, Path folder) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        String certificate = pem("CERTIFICATE", keys.getCertificate("broker").getEncoded());
        String key =
                pem("PRIVATE KEY", keys.getKey("broker", PASSWORD.toCharArray()).getEncoded());
        String name = store.getFileName().toString();
        Path keyStore = Files.createFile(folder.resolve(name + ".pem"), PrivateFile.permissions(folder, "rw-------"));
        return new TestKey(
                Files.writeString(keyStore, key + certificate),
                Files.writeString(folder.resolve(name + ".crt"), certificate));
    }

    private static String pem(String kind, byte[] content) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, LINES.encodeToString(content), kind);
    }
}
