package dev.mongohaul.mongo.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MongoAddressTests {

    /** Letters, digits and all that has a meaning in a connection string. */
    private static final String TYPED = "ab12:/?#@%&=,.[]";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    mongodb://db1                               | mongohaul | db1/mongohaul
                    mongodb://db1:27018/shop                    | shop      | db1:27018/shop
                    mongodb://db1,db2:27018/?replicaSet=rs0     | mongohaul | db1,db2:27018/mongohaul
                    mongodb://u:s3cret@db1/shop?authSource=a    | shop      | db1/shop
                    """)
    void descriptionHasHostsAndDatabaseOnly(String uri, String database, String description) {
        MongoAddress address = MongoAddress.parse(uri, "MONGODB_URI");

        assertThat(address.database()).isEqualTo(database);
        assertThat(address.description()).isEqualTo(description);
        assertThat(address).hasToString(description);
    }

    @ParameterizedTest
    @CsvSource({
        "mongodb://db1, false",
        "mongodb://user@db1/?authMechanism=MONGODB-X509, false",
        "mongodb://user:s3cret@db1, true",
        "mongodb://db1/?proxyHost=p&proxyUsername=u&proxyPassword=s3cret, true"
    })
    void passwordIsDetected(String uri, boolean expected) {
        assertThat(MongoAddress.parse(uri, "MONGODB_URI").hasPassword()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "mongodb://db1, false",
        "mongodb://db1/?tls=true, true",
        "mongodb://user@db1/?authMechanism=MONGODB-X509, true",
        "mongodb://user:s3cret@db1, true"
    })
    void loginAndTlsAreDetected(String uri, boolean expected) {
        assertThat(MongoAddress.parse(uri, "MONGODB_URI").isGuarded()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "mongodb://db1, mongodb://db1/other",
        "mongodb://db1:27018/, mongodb://db1:27018/other",
        "mongodb://db1/shop, mongodb://db1/other",
        "'mongodb://db1,db2:27018/shop?replicaSet=a/b', 'mongodb://db1,db2:27018/other?replicaSet=a/b'",
        "mongodb://db1/?replicaSet=rs0, mongodb://db1/other?replicaSet=rs0"
    })
    void otherDatabaseReplacesTheOwn(String uri, String expected) {
        assertThat(MongoAddress.parse(uri, "MONGODB_URI").uriOf("other")).isEqualTo(expected);
    }

    @Test
    void loginIsNotForwarded() {
        MongoAddress address = MongoAddress.parse("mongodb://user:s3cret@db1/shop", "MONGODB_URI");

        assertThatThrownBy(() -> address.uriOf("other"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the address of db1/shop has a login");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mongodb://user:s3cret@pa@ss@db1",
                "mongodb://user:s3cret/pa@db1",
                "mongodb://user:s3cret%zz@db1",
                "mongodb://user:s3cret:s3cret@db1",
                "mongodb://user:s3cret@db1:99999999",
                "mongodb://user:s3cret@db1/?w=1&readPreference=s3cret",
                "user:s3cret@db1",
                "mongodb://user:p@s3cret/word@db1",
                "mongodb://user:12/s3cret@db1/shop",
                "mongodb://user:12?s3cret@db1/shop",
                "mongodb://user:12?a=s3cret@db1",
                "mongodb://user:pa?s3&s3cret=d@db1/",
                "mongodb+srv://user:p@s3cret/word@db1",
                "mongodb:/user:s3cret@db1",
                "mongodb://user:s3cret",
                "mongodb://user:s3cret/shop",
                "mongodb://db1/?proxyHost=p&proxyUsername=u&proxyPassword=a&s3cret"
            })
    void messageAboutAnInvalidAddressKeepsThePassword(String uri) {
        assertThatThrownBy(() -> MongoAddress.parse(uri, "MONGODB_URI"))
                .isInstanceOf(InvalidAddressException.class)
                .hasNoCause()
                .hasMessageStartingWith("MONGODB_URI is not a valid connection string")
                .message()
                .doesNotContain("s3cret");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void unencodedPasswordIsNeverAHostOrADatabase(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            String password = random.ints(1 + random.nextInt(8), 0, TYPED.length())
                    .mapToObj(index -> TYPED.substring(index, index + 1))
                    .collect(Collectors.joining());
            String uri = "mongodb://user:" + password + "@db1/shop";
            String shown;
            try {
                shown = MongoAddress.parse(uri, "MONGODB_URI").description();
            } catch (InvalidAddressException e) {
                shown = e.getMessage();
            }
            assertThat(shown)
                    .as("seed %d, %s", seed, uri)
                    .satisfiesAnyOf(
                            text -> assertThat(text).isEqualTo("db1/shop"),
                            text -> assertThat(text)
                                    .startsWith("MONGODB_URI is not a valid connection string. In user and password,"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"zstd", "zlib", "zlib,zstd", "zstd&appName=snappy"})
    void compressorsOfThisProgramAreAccepted(String compressors) {
        assertThat(MongoAddress.parse("mongodb://db1/?compressors=" + compressors, "MONGODB_URI")
                        .description())
                .isEqualTo("db1/mongohaul");
    }

    @ParameterizedTest
    @ValueSource(strings = {"compressors=snappy", "appName=a&Compressors=zstd,Snappy"})
    void compressorWithoutItsLibraryIsRefused(String option) {
        assertThatThrownBy(() -> MongoAddress.parse("mongodb://db1/?" + option, "MONGODB_URI"))
                .isInstanceOf(InvalidAddressException.class)
                .hasMessageStartingWith(
                        "MONGODB_URI has compressors=snappy, whose library mongohaul does not contain.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    mongodb://db1/?retryWrite=s3cret                    | the option retryWrite, which MongoDB's driver does not know (did you mean retrywrites?)
                    mongodb://u:s3cret@db1/shop?w=2;RetryWrites=true&authsorce=s3cret | the option authsorce, which MongoDB's driver does not know (did you mean authsource?)
                    mongodb://u:s3cret@db1/?ssl_ca=/s3cret.pem          | Certificates belong to Java's trust store
                    mongodb://db1/?tlsCAFile=/s3cret.pem                | Certificates belong to Java's trust store
                    mongodb+srv://no.such.host.invalid/?nonsense=1      | the option nonsense, which MongoDB's driver does not know. Correct it
                    mongodb://u:s3cret@db1/?tls=ture                    | the option tls, whose value is neither true nor false. Write one of them
                    mongodb://db1/?replicaSet=rs0&retryWrites=          | the option retryWrites, whose value is neither true nor false.
                    mongodb://db1/?proxyHost=p&proxyPassword=a&s3cret=b | has an option that MongoDB's driver does not know. In values, characters such as &
                    """)
    void wrongOptionIsRefusedWithoutItsValue(String uri, String message) {
        assertThatThrownBy(() -> MongoAddress.parse(uri, "MONGODB_URI"))
                .isInstanceOf(InvalidAddressException.class)
                .hasMessageStartingWith("MONGODB_URI has ")
                .hasMessageContaining(message)
                .message()
                .doesNotContain("s3cret");
    }

    @Test
    void messageNamesTheMistakeWithoutAPassword() {
        assertThatThrownBy(() -> MongoAddress.parse("mongodb://db1:27017,db2/?ssl=true&tls=false", "MONGODB_URI"))
                .isInstanceOf(InvalidAddressException.class)
                .hasMessageContaining("Conflicting tls and ssl");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    mongo://db1/shop     | MONGODB_URI begins with mongo://, which is not MongoDB's. mongodb://host:27017/database or
                    mongodb://db1:99999  | The port must be an integer between 0 and 65535. mongodb://host:27017/database or
                    mongodb:///shop      | contains an empty host '[]'. mongodb://host:27017/database or
                    """)
    void mistakeAndWhatIsExpectedAreSentences(String uri, String message) {
        assertThatThrownBy(() -> MongoAddress.parse(uri, "MONGODB_URI")).hasMessageContaining(message);
    }

    @Test
    void messageAboutAnInvalidAddressSaysWhatIsExpected() {
        assertThatThrownBy(() -> MongoAddress.parse("localhost:27017", "uri.txt"))
                .hasMessageContaining("uri.txt")
                .hasMessageContaining("mongodb://host:27017/database");
    }

    @Test
    void unacknowledgedWritesAreRefused() {
        assertThatThrownBy(() -> MongoAddress.parse("mongodb://user:s3cret@db1/?w=0", "MONGODB_URI"))
                .isInstanceOf(InvalidAddressException.class)
                .hasMessageContaining("MONGODB_URI says w=0")
                .message()
                .doesNotContain("s3cret");
    }

    @ParameterizedTest
    @CsvSource({
        "w=1, write.write-concern",
        "w=2, write.write-concern",
        "journal=false, write.write-concern",
        "readPreference=secondaryPreferred, from the primary"
    })
    void optionsWithoutEffectHaveWarnings(String option, String effect) {
        assertThat(MongoAddress.parse("mongodb://user:s3cret@db1/?" + option, "MONGODB_URI")
                        .warnings())
                .singleElement()
                .asString()
                .contains(option + " has no effect", effect)
                .doesNotContain("s3cret");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "w=majority", "journal=true", "readPreference=primary"})
    void otherOptionsHaveNoWarnings(String option) {
        assertThat(MongoAddress.parse("mongodb://db1/?" + option, "MONGODB_URI").warnings())
                .isEmpty();
    }
}
