package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that are refused before a server is contacted. The configured server does not exist. */
class RefusedCommandsIT extends ProgramTest {

    private static final String ORDERS_HEADER = "customer,sku,price,attributes.color,attributes.size,placedAt";

    private static final String BROKEN = """
            source: {files: data/orders.csv}
            target:
              colection: orders
            writ: {}
            """;

    @TempDir
    private static Path shared;

    private static Program serverless;

    @BeforeAll
    static void start() throws IOException {
        serverless = Program.in(shared, "unused").with(Map.of("MONGODB_URI", "mongodb://unknown.invalid"));
        Files.createFile(shared.resolve("empty.csv"));
        Files.writeString(shared.resolve("head.csv"), ORDERS_HEADER + "\n");
        Files.writeString(shared.resolve("jobs/broken.yml"), BROKEN);
        Files.createDirectory(shared.resolve("jobs/team"));
        Files.writeString(shared.resolve("jobs/team/a.yml"), BROKEN);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            imprt products | There is no command "imprt" (did you mean import?). Commands are import, check, diff, verify, infer, jobs
            empty.cvs | empty.cvs: no such file (did you mean empty.csv?)
            jobs again | "again" is one argument too many.
            import | Missing required parameter: 'JOB|FILE'
            import data/orders.csv --explain price | There is no option --explain. It is an option of infer.
            import products --agin | There is no option --agin. Did you mean --again?
            import chunk-size=5 products | "chunk-size=5" is in the place of a job's name
            import product | jobs: has no job "product" (did you mean products?); it has broken, orders, products
            import products data/orders.csv | "data/orders.csv" is not a setting. To import the file by the job products, write: mongohaul import products files=data/orders.csv
            check products data/orders.csv | write: mongohaul check products files=data/orders.csv
            import products --plain | --plain is for a file that is imported without a job file, and products is a job
            import products --save | --save is for a file that is imported without a job file, and products is a job
            import products --file data/orders.csv --collection x | There is no option --file. Name the file as an argument: mongohaul import FILE, or mongohaul import JOB files=FILE.
            import products --drop | There is no option --drop. Use --operation=swap: it loads the files into a collection beside the target
            import data/orders.csv --fields a,b | There is no option --fields. If the input has no header, name its columns with --header=[name,…].
            import data/orders.csv --fields=a,b | There is no option --fields. If the input has no header, name its columns with --header=[name,…].
            import data/orders.csv --type price=int | "int" is not a type here: use int32 (up to 2,147,483,647) or int64. Types are auto, string
            import data/orders.csv --type price=Float | "Float" is not a type here: use double, or decimal for exact amounts. Types are
            import data/orders.csv --type placedAt=datetime | "datetime" is not a type here: use instant for ISO 8601
            import data/orders.csv --type sku=skip | "skip" is not a type here: use a job file without the line of the column, and with unlisted: drop ('mongohaul infer FILE.csv -o jobs/NAME.yml' writes one). Types are
            import data/orders.csv data/products.csv --collection x | data/products.csv: column 1 is 'sku', but 'customer' in data/orders.csv; all files of an import need the same header. Import files with other columns by a command of their own
            import gs://bucket/a.csv | Or fetch it through a pipe: gcloud storage cat gs://bucket/a.csv
            import products files=gs://bucket/a.csv | 'gs://bucket/a.csv' is not read: addresses are s3://bucket/key
            import s3:/bucket/a.csv | 's3:/bucket/a.csv' is not an address: write s3://bucket/a.csv
            import heat.cvs | heat.cvs: no such file (did you mean head.csv?), and jobs has no job of this name
            import team/a | team/a: no such file. jobs/team/a.yml is a job file, but folders below jobs are not searched: give its path, 'mongohaul import jobs/team/a.yml'
            import products orders | "orders" is a job, and a command takes one. Write: mongohaul import products && mongohaul import orders
            import products products | "products" is a job, and a command takes one.
            import products rejects.limit=5 % | "%" stands alone: write rejects.limit=5%, without a space
            import a.csv --job=products | There is no option --job. Name the job as an argument: mongohaul import JOB.
            --spring.batch.job.name=products chunk-size=100 | mongohaul import products chunk-size=100
            --spring.mongodb.uri=mongodb://db:27018 import products | MONGODB_URI=mongodb://db:27018 mongohaul import products
            import products --spring.data.mongodb.uri mongodb://db1:1,db2:2/shop | MONGODB_URI=mongodb://db1:1,db2:2/shop mongohaul import products
            --spring.batch.job.name=products --spring.mongodb.uri=mongodb://db | MONGODB_URI=mongodb://db mongohaul import products
            import products spring.mongodb.host=db chunk-size=5 | MONGODB_URI=mongodb://host:27017/database mongohaul import products chunk-size=5
            import products MONGODB_URI=mongodb://bob:s3cret | MONGODB_URI=mongodb://host:27017/database mongohaul import products
            report --mongodb-uri=mongodb+srv://db/shop?appName=s3cret | MONGODB_URI=mongodb://host:27017/database mongohaul report
            --spring.mongodb.password=s3cret report | MONGODB_URI=mongodb://host:27017/database mongohaul report
            --spring.mongodb.uri=mongodb://bob:s3cret@db report | A password on the command line can be read by every user
            products chunk-size=0 | parameter chunk-size=0: write.chunk-size: 0 is not a count
            import data/orders.csv --headerline | A header is recognised. Use --header=true, or --header=[name,…]
            check data/orders.csv --operation=upsert | --write.operation: has no key to find documents by: upsert needs target.id or write.match
            check data/orders.csv --type=placedAt=date(2006-01-02T15:04) | --type 'placedAt={type: date, pattern: "yyyy-MM-dd'T'HH:mm"}'
            check data/orders.csv --type=price=decimal() | has a type of mongoimport. Write --type price=decimal.
            import data/orders.csv --type=csv | --type=csv does not name a column: write COLUMN=TYPE, such as --type number=int64.
            check products --twice | There is no option --twice. It is not a setting any more: leave it out; test the class of the processor with a record twice.
            import products --manager-works=false | There is no option --manager-works. It is not a setting any more: leave it out; the process of the import works as workers do.
            import products undo.keep=7d | undo.keep=7d: is not a setting any more: write the time as the value of undo, such as undo: 7d
            import products --chunk-siz=5 | There is no option --chunk-siz. Did you mean --chunk-size?
            import products --chunk-size=0 | parameter chunk-size=0: write.chunk-size: 0 is not a count
            import products --chunk-size 0 | parameter chunk-size=0: write.chunk-size: 0 is not a count
            import products --chunk-size | --chunk-size has no value. Write --chunk-size=VALUE.
            import products --keys any | --keys can mean target.indexes[].keys or write.keys: give the full key
            import data/orders.csv --upsert | There is no option --upsert. It is not a setting any more: write operation: upsert in place of replace with upsert: true, operation: merge in place of update with it, and leave out upsert: false.
            import data/orders.csv files=x.csv | source.files and data/orders.csv both name the input. Remove one.
            import data/orders.csv collection=a --collection b | parameter target.collection=b: sets what collection=a sets already
            import data/*.csv | Several files have no common name that could be the collection's: add --collection NAME.
            import - | Standard input has no name that could be the collection's: add --collection NAME.
            import heat.csv | heat.csv: no such file (did you mean head.csv?)
            import jobs/product.yml | jobs/product.yml: does not exist (did you mean products.yml?)
            import products delimiter=; | It looks comma-separated: write source.delimiter: ","
            import data | data: is a folder; name a file in it
            import empty.csv | empty.csv: the input has no record
            import data/orders.csv --id nope | "nope"
            import data/orders.csv --type nope=int64 | "nope"
            diff empty.csv | empty.csv: the input has no record
            diff data/orders.csv --type nope=int64 | "nope"
            jobs --jobs=nowhere | 'mongohaul infer FILE.csv -o nowhere/NAME.yml --jobs=nowhere' writes a job file.
            jobs --jobs=nowhere | There is no folder nowhere in
            jobs --jobs=data | There is no job file (.yml) in the folder data. --jobs=DIR names another one
            import nightly --jobs=nowhere | nowhere: does not exist, so there is no job "nightly". --jobs=DIR names another folder. To import a file, give its name with its extension, such as nightly.csv
            serve --jobs=nowhere --address=0.0.0.0 | Warning: There is no folder nowhere in
            import products chunk-size 5 | "chunk-size" is not a setting of the form NAME=VALUE, such as chunk-size=500
            import products files=nope.csv | nope.csv: no such file
            import orders files=empty.csv | empty.csv: the input has no record; write empty: ok
            import orders files=data/products.csv | names the columns "customer", "placedAt", which the header lacks. The header has: "sku", "name"
            import products writer=reactive | write.writer: reactive cannot do this: it inserts, and does nothing else
            import products writer=save operation=replace | write.writer: save cannot do this: saving stores whole documents, and inserts what it does not find
            import orders writer=reactive-buffered ordered=true | buffers are sent at once
            check orders --format=html | "html" is neither table nor json
            rejects x | "x" is not a run's number, such as 42
            report --limit=0 | --limit=0: from 1 to 10,000 can be listed
            report 7 --jobs | A report is of one thing
            report --format=xml | "xml" is none of table, json, html
            serve --port=abc | Invalid value for option '--port': 'abc' is not a whole number
            infer | Missing required parameter: 'FILE'
            infer nope.csv | nope.csv: no such file
            compare writers --suites=nowhere | nowhere/writers.yml: does not exist: there are no suites in
            compare writers --suites=nowhere | Run compare in the folder of mongohaul's source code, which has jobs/compare
            compare --suites=nowhere | There are no suites in nowhere. --suites=DIR names their folder.
            --db shop --collection c --type csv --headerline --file data/orders.csv | mongohaul import data/orders.csv --delimiter=, --database=shop --collection=c --header=true
            generate nothing | Unknown data set "nothing". Expected: products, orders, wide
            generate orders columns=5 | columns is for wide: orders have their own columns
            generate wide columns=0 | columns=0: rows have 1 to 10000 columns
            generate orders rows=many | "rows=many": a whole number is expected after =
            report --mongodb-uri-file=mongodb://bob:s3cret@db/shop | A password on the command line can be read by every user
            report --mongodb-uri-file=mongodb://bob:p@ss/s3cret@db/shop | A password on the command line can be read by every user
            report mongodb://bob:12/s3cret@db/shop | A password on the command line can be read by every user
            report --mongodb-uri-file=bob:p@ss/s3cret@db | which should hold MongoDB's connection string
            """)
    void mistakeIsReportedInOneMessage(String arguments, String message) {
        Result result = serverless.run(arguments.split(" ", -1));

        assertRefused(result, 2, message);
        assertThat(result.err()).doesNotContain("s3cret");
        assertThatHas(shared).containsExactlyInAnyOrder("jobs", "data", "empty.csv", "head.csv");
    }

    @Test
    void allMistakesOfAJobFileAreReportedAtOnce() {
        file("jobs/broken.yml", BROKEN);

        Result result = program.run("import", "broken");

        assertRefused(result, 2, "broken.yml:3: target.colection", "broken.yml:4: writ");

        Result jobs = program.run("jobs");

        assertThat(jobs.exitCode()).isEqualTo(2);
        assertThat(jobs.out().replaceAll("\\s+", " "))
                .contains("products", "Nightly product catalogue", "broken: ", " (and 1 more: mongohaul check broken)");
    }

    @Test
    void argumentThatTheLocaleCannotExpressIsRefused() {
        Result result = program.with(Map.of("LC_ALL", "C")).run("import", "orders", "files=\u00e9t\u00e9.csv");

        // JDK 18 and later, and a locale without the letters, pass the name on; the file is not found.
        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.err()).containsAnyOf("Set LC_ALL=C.UTF-8", "no such file", "is not a path");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--uri mongodb://bob:s3cret@db/shop -c c --type csv --headerline a.csv",
                "--uri=mongodb://bob:s3cret@db/shop -c c --file a.csv",
                "-c c --type csv --headerline a.csv mongodb://bob:s3cret@db/shop",
                "--db mongodb://bob:s3cret@db/shop --file a.csv",
                "--file=mongodb+srv://bob:s3cret@db/a.csv -c c",
                "--job=mongodb://bob:s3cret@db/shop"
            })
    void passwordAmongOptionsOfOtherProgramsIsNotRepeated(String arguments) {
        Result refused = program.run(arguments.split(" ", -1));

        assertRefused(refused, 2, "A password on the command line can be read by every user");
        assertThat(refused.err()).doesNotContain("s3cret");
        assertThat(refused.err().contains("mongohaul import a.csv")).isEqualTo(arguments.startsWith("--uri"));
    }
}
