package dev.mongohaul.csv.source.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.csv.input.InputException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PatienceTests {

    private static final RemoteAddress ADDRESS = RemoteAddress.of("sftp://host/in/*.csv");

    /** A schedule waits for such files. */
    @Test
    void serverThatIsAwayHasNoFilesYet() {
        // A thread that is to end waits for no other attempt.
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> Patience.of(ADDRESS, () -> {
                        throw new IOException("it is away");
                    }))
                    .isInstanceOfSatisfying(InputException.class, away -> {
                        assertThat(away.isIncomplete()).isTrue();
                        assertThat(away.isNothingFound()).isFalse();
                    })
                    .hasMessageContaining("sftp://host/in/*.csv cannot be reached");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void onlyTemporaryFailuresAreTriedAgain() throws IOException {
        AtomicInteger attempts = new AtomicInteger();
        assertThat(Patience.<String>of(() -> {
                    if (attempts.incrementAndGet() == 1) {
                        throw new IOException("busy");
                    }
                    return "done";
                }))
                .isEqualTo("done");
        attempts.set(0);

        assertThatThrownBy(() -> Patience.of(() -> {
                    attempts.incrementAndGet();
                    throw new FileAlreadyExistsException("done/a.csv");
                }))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(attempts).hasValue(1);
    }
}
