package dev.mongohaul.mongo.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MongoAddressResolverTests {

    @TempDir
    private Path folder;

    @Test
    void withoutAddressTheEmbeddedServerIsUsed() {
        MongoAddressResolver resolver = new MongoAddressResolver(Map.of());

        assertThat(resolver.data(null)).isEmpty();
        assertThat(resolver.repository()).isEmpty();
    }

    @Test
    void variablesNameDataAndRepository() {
        MongoAddressResolver resolver = new MongoAddressResolver(
                Map.of("MONGODB_URI", "mongodb://data/shop", "MONGOHAUL_REPOSITORY_URI", "mongodb://jobs/history"));

        assertThat(resolver.data(null)).map(MongoAddress::description).contains("data/shop");
        assertThat(resolver.repository()).map(MongoAddress::description).contains("jobs/history");
    }

    @Test
    void furtherServersAreInTheOrderOfTheirNames() {
        MongoAddressResolver resolver = new MongoAddressResolver(
                Map.of("MONGODB_URI", "mongodb://a", "MONGODB_URI_3", "mongodb://c", "MONGODB_URI_2", "mongodb://b"));

        assertThat(resolver.others()).extracting(MongoAddress::hosts).containsExactly(List.of("b"), List.of("c"));
    }

    @Test
    void fileTakesPrecedenceOverTheVariable() throws IOException {
        Path file = secret("rw-r-----");
        MongoAddressResolver resolver = new MongoAddressResolver(Map.of("MONGODB_URI", "mongodb://variable/shop"));

        assertThat(resolver.data(file)).map(MongoAddress::description).contains("file/shop");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r--r--", "rw-rw----", "rw-----w-"})
    void fileThatOthersCanReadIsRefused(String permissions) throws IOException {
        Path file = secret(permissions);

        assertThatThrownBy(() -> new MongoAddressResolver(Map.of()).data(file))
                .isInstanceOf(InvalidAddressException.class)
                .hasMessage("The file " + file + ", which holds MongoDB's connection string, cannot be used: others can"
                        + " read or change it (" + permissions + "): chmod 600 it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mongodb://user:p@ss/s3cret@db", "user:p@ss/s3cret@db", "user:s3cret@db"})
    void addressInPlaceOfAFileIsNotPrinted(String address) {
        assertThatThrownBy(() -> new MongoAddressResolver(Map.of()).data(Path.of(address)))
                .isInstanceOf(InvalidAddressException.class)
                .hasMessageContaining("--mongodb-uri-file")
                .message()
                .doesNotContain("s3cret");
    }

    private Path secret(String permissions) throws IOException {
        Path file = Files.writeString(folder.resolve("uri"), "mongodb://user:s3cret@file/shop\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  "})
    void emptyVariableIsRefused(String uri) {
        assertThatThrownBy(() -> new MongoAddressResolver(Map.of("MONGODB_URI", uri)).data(null))
                .isInstanceOf(InvalidAddressException.class)
                .hasMessage("MONGODB_URI is set but empty. Give it a connection string, or unset it.");
    }

    @Test
    void unreadableFileIsNamed() {
        Path missing = folder.resolve("missing");

        assertThatThrownBy(() -> new MongoAddressResolver(Map.of()).data(missing))
                .isInstanceOf(InvalidAddressException.class)
                .hasMessageContaining(missing.toString())
                .hasMessageContaining("--mongodb-uri-file");
    }
}
