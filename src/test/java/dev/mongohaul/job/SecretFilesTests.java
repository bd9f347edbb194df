package dev.mongohaul.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class SecretFilesTests {

    @TempDir
    private Path folder;

    @Test
    void variablesNameTheFilesOfTls() throws IOException {
        Path key = Files.createFile(folder.resolve("tls.key"));
        Path certificate = Files.createFile(folder.resolve("tls.crt"));
        Path renewed = Files.createFile(folder.resolve("renewed.key"));
        Path store = Files.createFile(folder.resolve("store.p12"));
        Path uri = folder.resolve("uri");
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource(
                        "test-systemEnvironment",
                        Map.of(
                                "SERVER_SSL_CERTIFICATEPRIVATEKEY",
                                key.toString(),
                                "SERVER_SSL_CERTIFICATE",
                                "file:" + certificate,
                                "SERVER_SSL_ENABLED",
                                "true",
                                "SPRING_SSL_BUNDLE_PEM_WEB_KEYSTORE_PRIVATEKEY",
                                renewed.toString(),
                                "SPRING_SSL_BUNDLE_PEM_WEB_KEYSTORE_CERTIFICATE",
                                "-----BEGIN CERTIFICATE-----\nMII",
                                "SPRING_SSL_BUNDLE_JKS_OTHER_KEYSTORE_LOCATION",
                                store.toString())));

        assertThat(SecretFiles.of(environment, List.of(uri)).paths())
                .containsExactlyInAnyOrder(uri, key, certificate, renewed, store);
    }
}
