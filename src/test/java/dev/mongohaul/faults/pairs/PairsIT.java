package dev.mongohaul.faults.pairs;

import dev.mongohaul.TestSize;
import dev.mongohaul.mongo.TestServer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Imports in which the features of the program meet: all pairs of what is read, how, into what, how it ends and what follows.
 * {@code -Dpairs.case} plays one case, {@code -Dpairs.strength=3} all triples, of which {@code -Dpairs.part=1/4} is a part.
 */
class PairsIT {

    private static final String DATABASE = TestServer.database("pairs");
    static final long SEED = Long.getLong("pairs.seed", 61);

    @TempDir
    private static Path folder;

    private static Stage stage;

    @BeforeAll
    static void start() {
        stage = new Stage(folder, DATABASE);
    }

    @AfterAll
    static void stop() {
        stage.close();
        TestServer.client().getDatabase(DATABASE).drop();
    }

    static Stream<Arguments> cases() {
        String one = System.getProperty("pairs.case");
        if (one != null) {
            return Stream.of(one.split(";", -1)).map(text -> Arguments.of(1, Case.parse(text)));
        }
        List<Case> all = Case.covering(Integer.getInteger("pairs.strength", 2), SEED);
        int step = TestSize.of("pairs.step", 18, 1);
        int first = Integer.getInteger("pairs.first", 0);
        return IntStream.range(0, all.size())
                .filter(number -> number % step == first)
                .mapToObj(number -> Arguments.of(number, all.get(number)));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("cases")
    void caseEndsAsTheRulesSay(int number, Case each) {
        new Play(
                        each,
                        stage,
                        "p" + number + "x" + Integer.toHexString(each.toString().hashCode() & 0xfff))
                .play();
    }
}
