package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MongoimportTests {

    private static final Path FILES = Path.of("src/test/resources/cli");

    private static Optional<String> answer(String... arguments) {
        return Mongoimport.answer(FILES, arguments);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            --db shop --collection c --type csv --headerline --file a.csv | import a.csv --delimiter=, --database=shop --collection=c --header=true --skip-lines=0 --skip-last-lines=0
            -d shop -c c --type=csv --headerline a.csv                    | import a.csv --delimiter=, --database=shop --collection=c --header=true --skip-lines=0 --skip-last-lines=0
            -c c --type csv --fields a,b                                  | import - --delimiter=, --collection=c '--header=[a,b]' --skip-lines=0
            --type tsv --headerline --file a.tsv --drop                   | import a.tsv '--delimiter=\\t' --quote=none --header=true --operation=swap --max-loss=unlimited --skip-lines=0 --skip-last-lines=0
            --file a.csv --mode upsert --upsertFields a,b                 | import a.csv --delimiter=, --operation=upsert '--match=[a,b]' --type 'a={type: auto, leading-zeros: allow}' --type 'b={type: auto, leading-zeros: allow}' --skip-lines=0 --skip-last-lines=0
            --file a.csv --mode upsert --upsertFields _id                 | import a.csv --delimiter=, --operation=upsert --id=_id --type '_id={type: auto, leading-zeros: allow}' --skip-lines=0 --skip-last-lines=0
            --file a.csv --upsertFields _id --drop                        | import a.csv --delimiter=, --id=_id --operation=swap --max-loss=unlimited --skip-lines=0 --skip-last-lines=0
            --file a.csv --upsertFields a                                 | import a.csv --delimiter=, --operation=upsert '--match=[a]' --type 'a={type: auto, leading-zeros: allow}' --skip-lines=0 --skip-last-lines=0
            --file a.csv --fields a.int32() --columnsHaveTypes --upsertFields a | import a.csv --delimiter=, '--header=[a]' --type a=int32 --operation=upsert '--match=[a]' --skip-lines=0 --skip-last-lines=0
            --file a.csv --fields a.auto() --columnsHaveTypes --upsertFields a | import a.csv --delimiter=, '--header=[a]' --type 'a={type: auto, leading-zeros: allow}' --operation=upsert '--match=[a]' --skip-lines=0 --skip-last-lines=0
            --file a.csv --fieldFile names.txt                            | import a.csv --delimiter=, '--header=[nr,name]' --skip-lines=0 --skip-last-lines=0
            --file typed.csv --headerline --columnsHaveTypes              | import typed.csv --delimiter=, --header=true --type 'nr.string()={type: string, to: "nr"}' --type 'price.decimal()={type: decimal, to: "price"}' --type 'day.date(2006-01-02)={type: date, pattern: "yyyy-MM-dd", to: "day"}' --skip-lines=0 --skip-last-lines=0
            --upsertFields nr,day --file typed.csv --headerline --columnsHaveTypes | import typed.csv --delimiter=, --header=true --type 'nr.string()={type: string, to: "nr"}' --type 'price.decimal()={type: decimal, to: "price"}' --type 'day.date(2006-01-02)={type: date, pattern: "yyyy-MM-dd", to: "day"}' --operation=upsert '--match=[nr.string(),day.date(2006-01-02)]' --skip-lines=0 --skip-last-lines=0
            --file a.csv --fields a --parseGrace skipRow                  | import a.csv --delimiter=, '--header=[a]' --rejects.limit=unlimited --skip-lines=0 --skip-last-lines=0
            --file a.csv --mode merge                                     | import a.csv --delimiter=, --operation=merge --id=_id --type '_id={type: auto, leading-zeros: allow}' --skip-lines=0 --skip-last-lines=0
            --file a.csv --mode delete                                    | import a.csv --delimiter=, --operation=delete --id=_id --type '_id={type: auto, leading-zeros: allow}' --skip-lines=0 --skip-last-lines=0
            --file a.csv --fields a.int32(),b.decimal() --columnsHaveTypes | import a.csv --delimiter=, '--header=[a,b]' --type a=int32 --type b=decimal --skip-lines=0 --skip-last-lines=0
            mongoimport -c c --file a.csv                                 | import a.csv --delimiter=, --collection=c --skip-lines=0 --skip-last-lines=0
            -cc -j8 --file a.csv                                          | import a.csv --delimiter=, --collection=c --grid-size=8 --skip-lines=0 --skip-last-lines=0
            --file a.csv --columnsHaveTypes --fields a.date(2006-01-02),b.date_go(02.01.2006_15:04:05.000),c.date_ms(yyyy/MM/dd) | import a.csv --delimiter=, '--header=[a,b,c]' --type 'a={type: date, pattern: "yyyy-MM-dd"}' --type 'b={type: date, pattern: "dd.MM.yyyy_HH:mm:ss.SSS"}' --type 'c={type: date, pattern: "yyyy/MM/dd"}' --skip-lines=0 --skip-last-lines=0
            -c c --file a.csv --numInsertionWorkers=0                     | import a.csv --delimiter=, --collection=c --skip-lines=0 --skip-last-lines=0
            --file a.csv --writeConcern {w:1}                             | import a.csv --delimiter=, --write-concern=w1 --skip-lines=0 --skip-last-lines=0
            --file a.csv --writeConcern majority                          | import a.csv --delimiter=, --write-concern=majority --skip-lines=0 --skip-last-lines=0
            --file a.csv --ignoreBlanks --maintainInsertionOrder -j 4 --batchSize 500 --stopOnError | import a.csv --delimiter=, --blanks=omit --ordered --grid-size=4 --chunk-size=500 --skip-lines=0 --skip-last-lines=0
            """)
    void optionsAreTranslated(String options, String command) {
        assertThat(answer(options.split(" +", -1)))
                .hasValueSatisfying(answer -> assertThat(answer.lines())
                        .startsWith("These are options of mongoimport. With mongohaul:", "  mongohaul " + command));
    }

    @Test
    void serverIsNamedElsewhereAndThePasswordIsNotShown() {
        String answer = answer("--host", "db1", "-u", "bob", "-p", "s3cret", "--db=shop", "a.csv")
                .orElseThrow();

        assertThat(answer)
                .contains("mongohaul import a.csv --delimiter=, --database=shop", "MONGODB_URI", "--mongodb-uri-file")
                .doesNotContain("s3cret");
    }

    @Test
    void encodingOfBytesIsKeptOrNamed() {
        assertThat(answer(
                        "--file=a.csv",
                        "--columnsHaveTypes",
                        "--fields=a.binary(hex),b.binary(base64),c.binary(base32)"))
                .hasValueSatisfying(answer -> assertThat(answer)
                        .contains(
                                "--type 'a={type: binary, encoding: hex}' --type b=binary --type c=string",
                                "The column c becomes text: binary(base32) has no counterpart."));
    }

    @Test
    void optionsAfterTheCommandAreTranslatedToo() {
        assertThat(ForeignOptions.answer(FILES, "import", "-d", "shop", "--headerline", "a.csv"))
                .hasValueSatisfying(answer -> assertThat(answer)
                        .contains("mongohaul import a.csv --delimiter=, --database=shop --header=true"));
        assertThat(ForeignOptions.answer(FILES, "import", "a.csv", "-c", "c", "--headerline"))
                .hasValueSatisfying(answer -> assertThat(answer)
                        .contains("mongohaul import a.csv --delimiter=, --collection=c --header=true"));
        assertThat(ForeignOptions.answer(FILES, "import", "a.csv", "--collection=c", "-h"))
                .isEmpty();
    }

    @Test
    void columnOfAnotherTypeIsInferred() {
        assertThat(answer("--file=a.csv", "--columnsHaveTypes", "--fields=a.date(Week 2006),b.string()"))
                .hasValueSatisfying(answer -> assertThat(answer)
                        .contains(
                                "import a.csv --delimiter=, '--header=[a,b]' --type b=string",
                                "The type of the column a is inferred"));
    }

    @Test
    void insertIsAnsweredWithTheOperationThatSkipsWhatIsThere() {
        assertThat(answer("--file=a.csv", "--mode=insert"))
                .hasValueSatisfying(answer ->
                        assertThat(answer).contains("mongohaul import a.csv", "as --operation=add --id=_id does"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--db shop --file a.json --type json",
                "-d shop -c c",
                "--db shop a.json",
                "-c c --jsonArray --file=a.csv"
            })
    void jsonIsLeftToMongoimport(String line) {
        assertThat(answer(line.split(" ", -1)))
                .hasValueSatisfying(answer -> assertThat(answer).contains("use mongoimport for JSON"));
    }

    @Test
    void pipeOfCsvBeginsWithTheCommand() {
        assertThat(answer("--collection", "c"))
                .hasValueSatisfying(answer -> assertThat(answer)
                        .endsWith("To import CSV from standard input, begin with 'mongohaul import -'."));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -c c --file a.csv                                | mongoimport without --ignoreBlanks stores an empty text
            --columnsHaveTypes --fieldFile missing.txt a.csv | Write the names of missing.txt in place of NAME,...; its types become
            --columnsHaveTypes --fields a,b --file a.csv     | Write the names of the columns in place of NAME,...; its types become
            --drop --mode upsert --upsertFields a a.csv      | --drop replaces the whole collection
            --stopOnError --file a.csv                       | ends the import with exit code 12
            --parseGrace skipRow --file a.csv                | --rejects.limit=unlimited goes on without it
            --parseGrace stop --file a.csv                   | the first one ends the import with exit code 12
            --parseGrace autoCast --file a.csv               | To store each cell of a column by its look: --type
            --parseGrace skipField --file a.csv              | which mongoimport stores without the field
            -c c --file a.csv                                | or else into test; mongohaul into that of MONGODB_URI
            -c c --headerline --file a.csv                   | --ragged=lenient reads it
            --legacy --file a.csv                            | --legacy has no counterpart
            --file a.csv --bogus                             | --bogus is no option of mongoimport
            --file a.csv --headrline                         | leave it out. Did you mean --headerline?
            --file a.csv --drop                              | is not imported again without --again
            --file a.csv --mode upsert                       | Documents are found by the column _id
            --file a.csv --headerline --columnsHaveTypes     | Add the type and the name of each column of a.csv, such as
            --file a.csv --headerline                        | leading-zeros: allow}' does: 007 becomes 7
            --file a.csv                                     | A row whose _id is there is a reject
            --file a.csv --upsertFields a                    | makes a unique index
            --file a.csv --writeConcern {j:true}             | in place of {j:true}
            --drop --file a.csv                              | Without --max-loss=unlimited
            --sslCAFile ca.pem -vv --file a.csv              | certificates: docs/environment.md
            """)
    void whatDiffersIsSaid(String options, String said) {
        assertThat(answer(options.split(" +", -1)))
                .hasValueSatisfying(answer -> assertThat(answer).contains("mongohaul import a.csv", said));
    }

    @Test
    void whatDoesNotHappenIsNotSaid() {
        assertThat(answer("--file=a.csv", "--mode=delete", "--upsertFields=a"))
                .hasValueSatisfying(answer ->
                        assertThat(answer).contains("--match is a reject.").doesNotContain("unique index"));
        assertThat(answer("--file=a.csv", "--upsertFields=a", "--mode=delete"))
                .hasValueSatisfying(answer -> assertThat(answer).doesNotContain("unique index"));
        assertThat(answer("-c", "c", "--headerline", "--type=csv"))
                .hasValueSatisfying(answer -> assertThat(answer)
                        .contains("mongohaul import -", "pipefail")
                        .doesNotContain("imported again"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mongoimport", "mongoimport --help"})
    void theNameAloneIsAnsweredWithAnExample(String line) {
        assertThat(answer(line.split(" ")))
                .hasValueSatisfying(
                        answer -> assertThat(answer).contains("mongohaul mongoimport -d shop -c people --type csv"));
    }

    @Test
    void twoSourcesOfNamesAreNotTranslated() {
        assertThat(answer("--file=a.csv", "--headerline", "--fields=a,b"))
                .hasValueSatisfying(
                        answer -> assertThat(answer).contains("from one place").doesNotContain("mongohaul import"));
    }

    @Test
    void unknownModeIsNotTranslated() {
        assertThat(answer("--file=a.csv", "--mode", "foo"))
                .hasValueSatisfying(answer ->
                        assertThat(answer).contains("has no mode \"foo\"").doesNotContain("mongohaul import"));
    }

    @Test
    void blankCellsAreNotMentionedIfTheyAreIgnored() {
        assertThat(answer("--file=a.csv", "--ignoreBlanks"))
                .hasValueSatisfying(
                        answer -> assertThat(answer).contains("--blanks=omit").doesNotContain("empty text"));
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
                "mongoimport a.csv"
            })
    void otherCommandLinesAreLeftAlone(String line) {
        assertThat(answer(line.isEmpty() ? new String[0] : line.split(" ", -1))).isEmpty();
    }
}
