package dev.mongohaul.job.target;

import static org.assertj.core.api.Assertions.assertThat;

import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListedIndexTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{a: 0};            {a: 1}",
                "{a: ''};           {a: 1}",
                "{a: true, b: -1};  {a: 1, b: -1}",
                "{a: NaN};          {a: 1}",
                "{a: {x: 1}};       {a: 1}",
                "{a: -0.5, b: 2};   {a: -0.5, b: 2}",
                "{_fts: 'text', _ftsx: 1}; {_fts: 'text', _ftsx: 1}"
            })
    void valuesOfOldServersAreAscending(String listed, String created) {
        assertThat(ListedIndex.creating(index(listed), false)).isEqualTo(index(created));
    }

    @Test
    void indexWithoutCollationIsSimpleInACollectionWithOne() {
        Document simple = new Document("locale", "simple");
        Document german = new Document("locale", "de");

        assertThat(ListedIndex.creating(index("{a: 1}"), true))
                .isEqualTo(index("{a: 1}").append("collation", simple));
        assertThat(ListedIndex.creating(index("{a: 1}").append("collation", german), true))
                .isEqualTo(index("{a: 1}").append("collation", german));
        assertThat(ListedIndex.creating(index("{a: 1}"), false)).isEqualTo(index("{a: 1}"));
    }

    /** The server refuses a collation for it. */
    @Test
    void indexOfVersionOneHasNoCollation() {
        Document old = index("{a: 1}").append("v", 1);

        assertThat(ListedIndex.creating(old, true)).isEqualTo(old);
    }

    private static Document index(String key) {
        return new Document("v", 2).append("key", Document.parse(key)).append("name", "i");
    }
}
