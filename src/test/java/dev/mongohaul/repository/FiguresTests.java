package dev.mongohaul.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mongohaul.repository.figure.Counts;
import dev.mongohaul.repository.partition.ImportPartition;
import dev.mongohaul.repository.plan.ImportIdentity;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.Plans;
import dev.mongohaul.repository.run.RunStatus;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/** Counts, partitions, identities and endings. */
class FiguresTests {

    private static final ImportIdentity IDENTITY =
            new ImportIdentity("job", "content", "db.collection", "insert", "meaning", 0);

    @Test
    void countsAddUpAndAreTakenApart() {
        Counts some = new Counts(10, 4, 3, 2, 1);
        Counts more = new Counts(5, 5, 0, 0, 0);

        assertThat(some.plus(more)).isEqualTo(new Counts(15, 9, 3, 2, 1));
        assertThat(some.plus(more).minus(more)).isEqualTo(some);
    }

    @ParameterizedTest
    @CsvSource({"10, 4, 3, 2, 1, true", "10, 4, 3, 2, 0, false", "9, 4, 3, 2, 1, false", "0, 0, 0, 0, 0, true"})
    void countsBalanceWhenEachRecordReadIsInOneOfTheOthers(
            long read, long written, long there, long rejected, long unmatched, boolean balanced) {
        assertThat(new Counts(read, written, there, rejected, unmatched).balanced())
                .isEqualTo(balanced);
    }

    @Test
    void partitionAdvancesAndEnds() {
        Counts one = new Counts(1, 1, 0, 0, 0);
        ImportPartition partition = ImportPartition.untouched(10, 30, 1).advanced(20, 2, one);

        assertThat(partition).isEqualTo(new ImportPartition(10, 30, 20, 2, false, null, one));
        assertThat(partition.ended()).isEqualTo(new ImportPartition(10, 30, 20, 2, true, null, one));
    }

    @ParameterizedTest
    @CsvSource({"10, 30, 9", "10, 30, 31"})
    void partitionIsDoneWithinItself(long from, long to, long doneTo) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ImportPartition(from, to, doneTo, 1, false, null, Counts.NONE))
                .withMessage("partition %d to %d cannot be done to %d", from, to, doneTo);
    }

    @Test
    void planSumsItsPartitionsAndReplacesTheOneOfTheSameRange() {
        Counts one = new Counts(1, 1, 0, 0, 0);
        ImportPlan plan = Plans.prepared(
                Plans.of("job", "A"),
                1,
                null,
                ImportPartition.untouched(0, 10, 1),
                ImportPartition.untouched(10, 20, 1));

        ImportPlan done = plan.with(ImportPartition.untouched(10, 20, 1)
                        .advanced(20, 5, one)
                        .ended())
                .with(ImportPartition.untouched(0, 10, 1).advanced(10, 3, one).ended());

        assertThat(done.counts()).isEqualTo(new Counts(2, 2, 0, 0, 0));
        assertThat(done.partitions()).extracting(ImportPartition::from).containsExactly(0L, 10L);
    }

    static Stream<ImportIdentity> otherImports() {
        return Stream.of(
                new ImportIdentity("other", "content", "db.collection", "insert", "meaning", 0),
                new ImportIdentity("job", "other", "db.collection", "insert", "meaning", 0),
                new ImportIdentity("job", "content", "db.other", "insert", "meaning", 0),
                new ImportIdentity("job", "content", "db.collection", "replace", "meaning", 0),
                new ImportIdentity("job", "content", "db.collection", "insert", "other", 0),
                IDENTITY.withAgain(1));
    }

    @ParameterizedTest
    @MethodSource("otherImports")
    void eachPartOfTheIdentityIsInItsKey(ImportIdentity other) {
        assertThat(other.key()).matches("[0-9a-f]{64}").isNotEqualTo(IDENTITY.key());
    }

    @Test
    void sameContentIgnoresMeaningAndRepetition() {
        assertThat(IDENTITY.sameContent(new ImportIdentity("job", "content", "db.collection", "insert", "other", 3)))
                .isTrue();
        assertThat(otherImports().map(IDENTITY::sameContent)).containsExactly(false, false, false, false, true, true);
    }

    @ParameterizedTest
    @EnumSource
    void endingIsFoundByItsExitCode(RunStatus ending) {
        assertThat(RunStatus.of(ending.exitCode())).isEqualTo(ending);
    }

    @ParameterizedTest
    @CsvSource({"UNKNOWN", "EXECUTING", "''"})
    void strangeExitCodeIsAFailure(String exitCode) {
        assertThat(RunStatus.of(exitCode)).isEqualTo(RunStatus.FAILED);
    }

    @Test
    void propertiesOutOfRangeAreRefused() {
        assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
                .isThrownBy(() -> new RepositoryProperties(Duration.ofMillis(-1), Duration.ofSeconds(30)))
                .withMessageContaining("mongohaul.repository.checkpoint-interval");
        assertThatExceptionOfType(InvalidConfigurationPropertyValueException.class)
                .isThrownBy(() -> new RepositoryProperties(Duration.ZERO, Duration.ofMillis(999)))
                .withMessageContaining("mongohaul.repository.lease");
    }

    @Test
    void exitCodesDiffer() {
        assertThat(Arrays.stream(RunStatus.values()).map(RunStatus::exitCode)).doesNotHaveDuplicates();
    }
}
