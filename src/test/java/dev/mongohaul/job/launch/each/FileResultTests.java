package dev.mongohaul.job.launch.each;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.UnreadableInputException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that failed: those whose reason is not in the file stay for the next run. */
class FileResultTests {

    static List<RuntimeException> elsewhere() {
        return List.of(
                InputException.unreachable("sftp://host/a.csv cannot be reached"),
                InputException.unread(new IOException("Input/output error")));
    }

    static List<RuntimeException> inTheFile() {
        return List.of(
                InputException.refused("no record"),
                InputException.unread(new UnreadableInputException("a.csv.gz: the archive is damaged")));
    }

    @ParameterizedTest
    @MethodSource("elsewhere")
    void fileThatCouldNotBeReadIsTriedAgain(RuntimeException failure) {
        FileResult result = FileResult.of("a.csv", FileOutcome.REFUSED, failure);

        assertThat(result.failed()).isTrue();
        assertThat(result.isTriedAgain()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("inTheFile")
    void wrongFileIsNotTriedAgain(RuntimeException failure) {
        assertThat(FileResult.of("a.csv", FileOutcome.REFUSED, failure).isTriedAgain())
                .isFalse();
    }
}
