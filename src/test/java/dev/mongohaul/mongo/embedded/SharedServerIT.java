package dev.mongohaul.mongo.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several programs, each a JVM of its own, on one embedded server. */
class SharedServerIT {

    @TempDir
    private Path temporary;

    private ServerFixture fixture;

    @BeforeEach
    void makeDirectory() {
        fixture = new ServerFixture(temporary);
    }

    @AfterEach
    void leaveNoServer() {
        fixture.close();
    }

    @Test
    void programsStartedTogetherShareOneServer() {
        List<UserProgram> programs =
                Stream.generate(() -> UserProgram.start(temporary)).limit(3).toList();

        assertThat(programs.stream().map(UserProgram::uri).distinct()).hasSize(1);

        programs.get(0).close();
        programs.get(1).close();
        assertThat(fixture.runs()).isTrue();
        programs.get(2).close();
        assertThat(fixture.runs()).isFalse();
    }

    @Test
    void serverOfAKilledProgramIsAdopted() {
        UserProgram program = UserProgram.start(temporary);
        String uri = program.uri();
        ServerFixture.insert(uri, 1);
        ServerProcess orphan = fixture.process();
        program.kill();
        assertThat(orphan.isAlive()).isTrue();

        try (EmbeddedServer server = fixture.acquire()) {
            assertThat(server.uri()).isEqualTo(uri);
            assertThat(fixture.process()).isEqualTo(orphan);
            assertThat(ServerFixture.documents(uri)).containsExactly(new Document("_id", 1));
        }
        assertThat(orphan.isAlive())
                .as("the killed program counts as a user no more")
                .isFalse();
        assertThat(fixture.directory().users()).isEmptyDirectory();
    }

    @Test
    void usersOfOneProgramKeepEachOthersLocks() {
        try (EmbeddedServer kept = fixture.acquire()) {
            fixture.acquire().close();
            UserProgram program = UserProgram.start(temporary);
            assertThat(program.uri()).isEqualTo(kept.uri());

            program.close();

            assertThat(fixture.runs()).as("this program still uses it").isTrue();
        }
        assertThat(fixture.runs()).isFalse();
    }
}
