package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MongoimportTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            --db shop --collection c --type csv --headerline --file a.csv | import a.csv --database=shop --collection=c
            -d shop -c c --type=csv --headerline a.csv                    | import a.csv --database=shop --collection=c
            -c c --type csv --fields a,b                                  | import - --collection=c '--header=[a,b]'
            --type tsv --headerline --file a.tsv --drop                   | import a.tsv '--delimiter=\\t' --operation=swap
            --file a.csv --mode upsert --upsertFields a,b                 | import a.csv --operation=upsert '--match=[a,b]'
            --file a.csv --upsertFields a                                 | import a.csv --operation=upsert '--match=[a]'
            --file a.csv --mode merge                                     | import a.csv --operation=merge --id=_id
            --file a.csv --mode delete                                    | import a.csv --operation=delete --id=_id
            --file a.csv --fields a.int32(),b.decimal() --columnsHaveTypes | import a.csv '--header=[a,b]' --type a=int32 --type b=decimal
            --file a.csv --ignoreBlanks --maintainInsertionOrder -j 4 --batchSize 500 --stopOnError | import a.csv --blanks=omit --ordered --grid-size=4 --chunk-size=500
            """)
    void optionsAreTranslated(String options, String command) {
        assertThat(Mongoimport.answer(options.split(" +", -1)))
                .contains("These are options of mongoimport. The same with mongohaul:%n  mongohaul %s"
                        .formatted(command));
    }

    @Test
    void serverIsNamedElsewhereAndThePasswordIsNotShown() {
        String answer = Mongoimport.answer("--host", "db1", "-u", "bob", "-p", "s3cret", "--db=shop", "a.csv")
                .orElseThrow();

        assertThat(answer)
                .contains("mongohaul import a.csv --database=shop", "MONGODB_URI", "--mongodb-uri-file")
                .doesNotContain("s3cret");
    }

    @Test
    void columnOfAnotherTypeIsInferred() {
        assertThat(Mongoimport.answer("--file=a.csv", "--columnsHaveTypes", "--fields=a.date(2006-01-02),b.string()"))
                .hasValueSatisfying(answer -> assertThat(answer)
                        .contains(
                                "import a.csv '--header=[a,b]' --type b=string",
                                "The type of the column a is inferred"));
    }

    @Test
    void insertIsAnsweredWithTheOperationThatSkipsWhatIsThere() {
        assertThat(Mongoimport.answer("--file=a.csv", "--mode=insert"))
                .hasValueSatisfying(answer ->
                        assertThat(answer).contains("mongohaul import a.csv", "as --operation=add --id=_id does"));
    }

    @Test
    void jsonIsLeftToMongoimport() {
        assertThat(Mongoimport.answer("--db", "shop", "--file", "a.json", "--type", "json"))
                .hasValueSatisfying(answer -> assertThat(answer).contains("use mongoimport for JSON"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--help",
                "-h",
                "-V",
                "--quiet",
                "--nosuch",
                "import --db shop",
                "a.csv --db shop",
                "--db shop --nosuch"
            })
    void otherCommandLinesAreLeftAlone(String line) {
        assertThat(Mongoimport.answer(line.isEmpty() ? new String[0] : line.split(" ", -1)))
                .isEmpty();
    }
}
