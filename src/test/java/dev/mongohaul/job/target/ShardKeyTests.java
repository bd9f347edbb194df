package dev.mongohaul.job.target;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoNamespace;
import dev.mongohaul.job.target.TargetCollection.ShardKey;
import dev.mongohaul.writer.Settings;
import dev.mongohaul.writer.send.WriteOperation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShardKeyTests {

    private static final Settings INSERT = Settings.insertInto("customers");

    static Stream<Settings> jobsThatMatchById() {
        return Stream.of(
                INSERT.replace(true),
                INSERT.replace(false),
                INSERT.update(true),
                INSERT.update(false, "_id"),
                INSERT.delete(),
                INSERT.mixed(Set.of(WriteOperation.UPSERT, WriteOperation.DELETE)),
                INSERT.mixed(Set.of(WriteOperation.INSERT, WriteOperation.UPDATE)));
    }

    @ParameterizedTest
    @MethodSource("jobsThatMatchById")
    void jobWithoutTheShardKeyIsRefused(Settings job) {
        assertThat(refusal("{region: 1}", job))
                .hasValue("The collection shop.customers is sharded by {\"region\": 1}, and the job finds documents by"
                        + " _id, without region: name the columns that find them in write.match, among them the column"
                        + " of region");
    }

    @ParameterizedTest
    @MethodSource("jobsThatMatchById")
    void jobThatMatchesByTheIdFitsAShardKeyOfIt(Settings job) {
        assertThat(refusal("{_id: 'hashed'}", job)).isEmpty();
        assertThat(refusal("{_id: 1}", job)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {region: 1}                        | region
            {region: 'hashed'}                 | region
            {region: 1}                        | sku, region
            {region: 1, sku: 'hashed'}         | sku, name, region
            {customer.id: 1}                   | customer.id
            {customer.id: 1, region: 1}        | customer, region
            {_id.region: 1}                    | _id
            """)
    void matchThatNamesTheWholeShardKeyFits(String key, String match) {
        assertThat(refusal(key, INSERT.update(true, match.split(", ", -1)))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {region: 1}                | sku              | region             | add the column of region to write.match
            {region: 'hashed'}         | sku, name        | region             | add the column of region to write.match
            {region: 1, sku: 1, no: 1} | sku              | region, no         | add the column of region and that of no to write.match
            {customer: 1}              | customer.id      | customer           | add the column of customer to write.match
            {customer.id: 1}           | customer.idx     | customer.id        | add the column of customer.id to write.match
            {_id: 'hashed'}            | sku              | _id                | find them by target.id instead of write.match
            {_id.region: 1, _id: 1}    | sku              | _id.region, _id    | find them by target.id instead of write.match
            {_id: 1, region: 1}        | region           | _id                | add the column of _id to write.match
            """)
    void matchWithoutAFieldOfTheShardKeyIsRefused(String key, String match, String missing, String advice) {
        assertThat(refusal(key, INSERT.replace(false, match.split(", ", -1))))
                .hasValueSatisfying(refusal -> assertThat(refusal)
                        .endsWith("finds documents by %s, without %s: %s".formatted(match, missing, advice)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{_id: 1}", "{_id: 1.0}", "{_id: 1, region: 1}"})
    void generatedIdsAreRefusedIfSplitByRanges(String key) {
        assertThat(refusal(key, INSERT.generatedIds()))
                .hasValueSatisfying(refusal -> assertThat(refusal)
                        .startsWith("The collection shop.customers is sharded by ranges of _id, {\"_id\": 1")
                        .contains("every document would go to the same shard")
                        .endsWith("name columns of the id in target.id, or shard the collection by"
                                + " {\"_id\": \"hashed\"}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{_id: 'hashed'}", "{region: 1}", "{region: 1, _id: 1}"})
    void generatedIdsFitOtherShardKeys(String key) {
        assertThat(refusal(key, INSERT.generatedIds())).isEmpty();
    }

    @Test
    void insertsWithIdsOfTheirOwnFitEveryShardKey() {
        assertThat(refusal("{_id: 1}", INSERT)).isEmpty();
        assertThat(refusal("{region: 1}", INSERT)).isEmpty();
    }

    @Test
    void shardKeyMattersToGeneratedIdsAndFilters() {
        assertThat(List.of(INSERT, INSERT.generatedIds(), INSERT.delete(), INSERT.replace(true)))
                .extracting(settings -> ShardKey.matters(settings.made()))
                .containsExactly(false, true, true, true);
    }

    /** @param key as JSON, names without quotes */
    private static Optional<String> refusal(String key, Settings job) {
        Document fields = Document.parse(key.replaceAll("([a-z_.]+):", "\"$1\":"));
        return new ShardKey(new MongoNamespace("shop", "customers"), fields).refusal(job.made());
    }
}
