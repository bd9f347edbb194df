package dev.mongohaul.compare.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.compare.run.ComparisonException;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.TestJob;
import java.nio.file.Path;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyQuantilesTests {

    @TempDir
    private Path folder;

    @Test
    void partsHaveEqualNumbersOfDocuments() {
        ImportJob job = job("fields: {n: int32}", "9\n1\n8\n2\n7\n3\n6\n4\n5\n");

        assertThat(Sharding.quantiles(job, "n", 3)).containsExactly(new BsonInt32(4), new BsonInt32(7));
    }

    @Test
    void frequentValueIsCutOnce() {
        ImportJob job = job("fields: {n: {to: a.n, type: string}}", "x\nx\nx\ny\n");

        assertThat(Sharding.quantiles(job, "a.n", 4)).containsExactly(new BsonString("x"), new BsonString("y"));
    }

    @Test
    void missingFieldIsNamed() {
        ImportJob job = job("fields: {n: int32}", "1\n");

        assertThatThrownBy(() -> Sharding.quantiles(job, "m", 2))
                .isInstanceOf(ComparisonException.class)
                .hasMessage("shard.key: a document has no m");
    }

    @Test
    void fieldWithUnorderedValuesIsNamed() {
        ImportJob job = job("fields: {n: decimal}", "1.5\n2.5\n");

        assertThatThrownBy(() -> Sharding.quantiles(job, "n", 2))
                .isInstanceOf(ComparisonException.class)
                .hasMessageContaining("the values of n are of types that have no order here: use hashed");
    }

    private ImportJob job(String fields, String records) {
        return TestJob.in(folder, "job", fields).input("n\n" + records).prepare();
    }
}
