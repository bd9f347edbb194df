package dev.mongohaul.serve.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

class UserTests {

    @Test
    void hashIsOfThePassword() {
        User user = User.create("vera", Role.OPERATE, "long enough");

        assertThat(user.line()).startsWith("vera:operate:{bcrypt}$2a$10$").doesNotContain("long enough");
        assertThat(new BCryptPasswordEncoder()
                        .matches("long enough", user.hash().substring("{bcrypt}".length())))
                .isTrue();
    }

    @Test
    void passwordsAreNeitherShortNorCut() {
        assertThatThrownBy(() -> User.create("vera", Role.VIEW, "seven77"))
                .hasMessageContaining("at least 8 characters")
                .message()
                .doesNotContain("seven77");
        assertThatThrownBy(() -> User.create("vera", Role.VIEW, "é".repeat(37)))
                .hasMessageContaining("at most 72 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a:b", "a b", "ü", "#a"})
    void invalidNameIsRefused(String name) {
        assertThatThrownBy(() -> User.checkName(name))
                .isInstanceOf(InvalidAccessException.class)
                .hasMessageContaining("\"" + name + "\"");
    }
}
