package dev.mongohaul.csv.source.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.mongohaul.csv.input.InputException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteRulesTests {

    private static final RemoteRules RULES = rules(
            List.of("10.1.0.0/16"),
            "s3://nights/in",
            "https://files.example.com/out/",
            "https://one.example.com",
            "sftp://jane@files.example.com");

    private static RemoteRules rules(List<String> networks, String... sources) {
        return new RemoteRules(
                List.of(sources),
                networks.stream().map(Network::of).toList(),
                "the setting",
                1,
                RemoteRules.COPIES,
                TransferProgress.NONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3://nights/in/a.csv",
                "s3://nights/in/2026/*.csv",
                "https://files.example.com/out/a.csv?signature=x",
                "https://files.example.com/out/a..b/..c/d;v=1/50%25/a.csv",
                "HTTPS://FILES.example.com/out/a.csv",
                "https://one.example.com/any/a.csv",
                "sftp://jane@files.example.com/a.csv"
            })
    void addressThatBeginsLikeASourceIsAllowed(String address) {
        assertThatCode(() -> RULES.requireAddress(address)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3://nights/inbox/a.csv",
                "s3://nights/*/a.csv",
                "s3://nights/in*/a.csv",
                "s3://other/in/a.csv",
                "https://files.example.com/a.csv",
                "https://files.example.com/out/../a.csv",
                "https://files.example.com/out/%2e%2e/a.csv",
                "https://files.example.com/out%2f../a.csv",
                "https://files.example.com/out/..;/secret/a.csv",
                "https://files.example.com/out/..;v=1/secret/a.csv",
                "https://files.example.com/out/.;/secret/a.csv",
                "https://files.example.com/out/..%3b/secret/a.csv",
                "https://files.example.com/out/..%3B/secret/a.csv",
                "https://files.example.com/out/%252e%252e/secret/a.csv",
                "https://files.example.com/out/%25252e%25252E/secret/a.csv",
                "https://files.example.com/out%5c..%5ca.csv",
                "https://files.example.com/out/..",
                "https://files.example.com:8443/out/a.csv",
                "https://files.example.com.evil.example/out/a.csv",
                "https://files.example.com@evil.example/out/a.csv",
                "https://evil.example/https://files.example.com/out/a.csv",
                "https://evil.example\\@files.example.com/out/a.csv",
                "https://evil.example#@files.example.com/out/a.csv",
                "https://2130706433/out/a.csv",
                "https://[::1]/out/a.csv",
                "https://[::ffff:127.0.0.1]/out/a.csv",
                "sftp://joe@files.example.com/a.csv",
                "sftp://files.example.com/a.csv"
            })
    void otherAddressIsRefused(String address) {
        assertThatThrownBy(() -> RULES.requireAddress(address)).isInstanceOf(InputException.class);
    }

    @Test
    void withoutSourcesServeFetchesNothing() {
        assertThatThrownBy(() -> RemoteRules.ANY.confined().requireAddress("s3://nights/in/a.csv"))
                .hasMessageContaining("which is not set");
        assertThatCode(() -> RemoteRules.ANY.requireAddress("s3://nights/in/a.csv"))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "127.8.8.8",
                "0.0.0.0",
                "10.0.0.1",
                "172.16.3.4",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "198.18.0.1",
                "224.0.0.1",
                "255.255.255.255",
                "::1",
                "::",
                "fe80::1",
                "fd00:ec2::254",
                "::ffff:127.0.0.1",
                "::127.0.0.1",
                "64:ff9b::7f00:1",
                "2002:7f00:1::"
            })
    void privatePeerIsRefused(String peer) throws Exception {
        InetAddress address = InetAddress.getByName(peer);

        assertThat(Network.isPrivate(address)).isTrue();
        assertThatThrownBy(() -> RULES.requirePeer(address)).isInstanceOf(InputException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.1.2.3", "93.184.216.34", "2606:2800:220:1::1"})
    void publicPeerAndAllowedNetworkPass(String peer) {
        assertThatCode(() -> RULES.requirePeer(InetAddress.getByName(peer))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({
        "https://u:secret@host/a.csv, an address has no password",
        "https://host/, is not an address of a file",
        "https:///a.csv, is not an address of a file",
        "s3://bucket, is not an address of a file",
        "s3://bucket:90/a.csv, AWS_ENDPOINT_URL_S3",
        "https://host/*.csv, names one file",
        "sftp://u:secret@host/a.csv, an address has no password"
    })
    void wrongAddressIsExplained(String address, String message) {
        assertThatThrownBy(() -> RemoteAddress.of(address))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("secret");
    }

    @Test
    void queryIsNoPartOfTheText() {
        RemoteAddress address = RemoteAddress.of("https://host/a.csv?X-Amz-Signature=secret");

        assertThat(address).hasToString("https://host/a.csv");
        assertThat(address.query()).isEqualTo("X-Amz-Signature=secret");
        assertThat(RemoteFiles.withoutQueries("source.files=[\"https://host/a.csv?sig=secret\",b.csv]"))
                .isEqualTo("source.files=[\"https://host/a.csv\",b.csv]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "https://h/q1.csv?a=1,2&b='x'] | https://h/q1.csv | a=1,2&b='x']",
                "source.files=[\"https://h/q2.csv?a=1,2&b='x']\",b.csv] | source.files=[\"https://h/q2.csv\",b.csv] | a=1,2&b='x']",
                "files=['https://h/q3.csv?a=1,2&b=\"', b.csv] | files=['https://h/q3.csv', b.csv] | a=1,2&b=\"",
                "files=[https://h/q4.csv?a=1,b.csv] | files=[https://h/q4.csv,b.csv] | a=1",
                "files=https://h/q5.csv?a=?https://x | files=https://h/q5.csv | a=?https://x"
            })
    void queryEndsWithItsElement(String text, String shown, String query) {
        assertThat(RemoteFiles.withoutQueries(text)).isEqualTo(shown);
        String address = shown.replaceAll(".*(https://[^\"',\\]]+).*", "$1");
        assertThat(RemoteAddress.of(address).query()).isEqualTo(query);
    }

    @Test
    void longTextsTakeLinearTime() {
        String text = "files=" + "https://".repeat(50_000);

        assertTimeout(Duration.ofSeconds(2), () -> RemoteFiles.withoutQueries(text + " ?"));
    }

    @Test
    void queriesOfManyRequestsDoNotAddUp() {
        Queries queries = new Queries();
        for (int number = 0; number < 1_000; number++) {
            queries.put("https://h/" + number, "x".repeat(Queries.LONGEST));
        }

        assertThat(queries.size()).isLessThanOrEqualTo(2 << 20);
        assertThat(queries.of("https://h/0")).isEmpty();
        assertThat(queries.of("https://h/999")).hasSize(Queries.LONGEST);
        String address = "https://h/" + "x".repeat(Queries.LONGEST);
        assertThatThrownBy(() -> RemoteAddress.of(address)).hasMessageContaining("is too long");
        assertThatThrownBy(() -> RemoteAddress.of("https://h/a?" + "s".repeat(Queries.LONGEST + 1)))
                .hasMessageContaining("https://h/a is too long")
                .hasMessageNotContaining("sss");
    }

    @Test
    void queryInUseStaysBesideManyRefusedRequests() {
        Queries queries = new Queries();
        queries.put("https://h/used", "sig=1");
        for (int number = 0; number < 1_000; number++) {
            queries.put("https://h/" + number, "x".repeat(Queries.LONGEST));
            if (number % 100 == 0) {
                assertThat(queries.of("https://h/used")).isEqualTo("sig=1");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.0/33", "example.com", "10.0.0/8", "::1/129", "10.0.0.0/x"})
    void wrongNetworkIsRefused(String network) {
        assertThatThrownBy(() -> Network.of(network)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"files.example.com", "http://host/", "https://host/*/", "s3://", "/local"})
    void wrongSourceIsRefused(String source) {
        assertThatThrownBy(() -> RemoteRules.requireBeginnings(List.of(source))).isInstanceOf(InputException.class);
    }
}
