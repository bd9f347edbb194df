package dev.mongohaul.compare.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.mongo.address.MongoAddress;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChildCasesTests {

    private static final String VARIABLE = "MONGODB_URI";
    private static final String OPEN = "mongodb://db1:27018/shop";
    private static final String LOGIN = "mongodb://loader:secret@db1:27018/shop";

    @Test
    void serverWithoutALoginIsNamedByTheVariable() {
        assertThat(environment(OPEN, Map.of(), null))
                .hasSize(1)
                .hasEntrySatisfying(VARIABLE, uri -> assertThat(uri).startsWith(OPEN));
    }

    @Test
    void loginIsPassedOnByTheVariableOfTheUser() {
        assertThat(environment(LOGIN, Map.of(VARIABLE, LOGIN, "OTHER", "x"), null))
                .containsExactly(Map.entry(VARIABLE, LOGIN));
    }

    @Test
    void loginInAFileIsNoVariable() {
        assertThat(environment(LOGIN, Map.of(), Path.of("uri"))).isEmpty();
    }

    @Test
    void otherProcessMustKnowTheLogin() {
        assertThatThrownBy(() -> environment(LOGIN, Map.of(), null))
                .isInstanceOf(ComparisonException.class)
                .hasMessageContaining("name the server by MONGODB_URI or --mongodb-uri-file")
                .message()
                .doesNotContain("secret");
    }

    private static Map<String, String> environment(
            String server, Map<String, String> variables, @Nullable Path uriFile) {
        return ChildCases.environment(
                MongoAddress.parse(server, "test"), new Surroundings(variables, Path.of(""), uriFile));
    }
}
