package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.mongo.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages about mistakes that new users make, complete or their essential part, with their exit codes. */
class MessagesIT {

    private static final String DATABASE = TestServer.database("messages");

    private static final String CUSTOMERS = """
            source: {files: customers.csv}
            target: {collection: customers, id: id}
            fields: {balance: decimal, since: {type: date, pattern: yyyy-MM-dd}}
            """;

    @TempDir
    private static Path folder;

    private static Program program;

    /** Run 1 is a completed import of products. */
    @BeforeAll
    static void prepare() throws IOException {
        program = Program.in(folder, DATABASE);
        write("empty.csv", "");
        write("double.csv", "a,a\n1,2\n");
        write("nameless.csv", "a,\n1,2\n");
        write(
                "customers.csv",
                "id,balance,since\n"
                        + IntStream.range(0, 20)
                                .mapToObj(id -> id + ",\"1.234,56\",2026-01-01\n")
                                .collect(Collectors.joining()));
        write("jobs/customers.yml", CUSTOMERS);
        write("jobs/flat.yml", "files: customers.csv\ncollection: customers\n");
        write("jobs/short.yml", "source: {files: customers.csv}\ntarget: customers\n");
        write("jobs/type.yml", CUSTOMERS.replace("decimal", "decimel"));
        write("jobs/column.yml", CUSTOMERS.replace("balance:", "balence:"));
        write("jobs/id.yml", CUSTOMERS.replace("id: id", "id: number"));
        write("jobs/date.yml", CUSTOMERS.replace("yyyy-MM-dd", "DD/MM/YYYY"));
        write("jobs/target.yml", "source: {files: customers.csv}\n");
        write(
                "jobs/update.yml",
                "source: {files: customers.csv}\ntarget: {collection: c}\nwrite: {operation: update}\n");
        write("jobs/twice.yml", CUSTOMERS);
        write("jobs/twice.yaml", CUSTOMERS);
        write("jobs/nothing.yml", "");
        write("jobs/indent.yml", "source:\n  files: customers.csv\n   charset: UTF-8\ntarget: {collection: c}\n");
        write("jobs/upsert.yml", CUSTOMERS + "write: {operation: upsert}\n");
        write(
                "jobs/ids.yml",
                "source: {files: customers.csv}\ntarget: {collection: c, id: since}\nfields: {id: {to: _id}}\n");
        write("data.json", "[\n  {\"a\": 1}\n]\n");
        Files.write(folder.resolve("book.xlsx"), workbook());
        assertThat(program.run("import", "products").exitCode()).isZero();
    }

    private static byte[] workbook() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("[Content_Types].xml"));
        }
        return bytes.toByteArray();
    }

    @AfterAll
    static void drop() {
        TestServer.client().getDatabase(DATABASE).drop();
    }

    private static void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            imprt products                 | There is no command "imprt" (did you mean import?). Commands are import, check,
            import products --file x.csv --collection y | There is no option --file. Name the file as an argument: mongohaul import FILE, or mongohaul import JOB files=FILE.
            import products customers.csv  | "customers.csv" is not a setting. To import the file by the job products, write: mongohaul import products files=customers.csv
            import products --like abc     | Invalid value for option '--like': 'abc' is not a whole number
            serve --port=abc               | Invalid value for option '--port': 'abc' is not a whole number
            serve --port=99999             | --port=99999: a port is 0 (any that is free) to 65535
            check flat                     | flat.yml:1: files: is not a key here (did you mean source.files?); allowed: description, entity, source,
            check flat                     | flat.yml:2: collection: is not a key here (did you mean target.collection?); allowed: description,
            check short                    | short.yml:2: target: "customers" is not a group of keys: database, collection, id, id-only, clustered, validator, indexes (did you mean {collection: customers}?)
            check type                     | type.yml:3: fields.balance: "decimel" is not one of auto, string, int32, int64, double, decimal, boolean,
            check type                     | constant (did you mean decimal?)
            check column                   | column: fields names the column "balence", which the header lacks; did you mean "balance"? The header has: "id", "balance", "since"
            check id                       | id: the id names the column "number", which the header lacks. The header has: "id", "balance", "since"
            check date                     | date.yml:3: fields.since.pattern: "DD/MM/YYYY" is not a date pattern such as "MMM d, yyyy": it does not determine a day; year, month and day are yyyy, MM and dd
            check target                   | target.yml:1: target.collection: is missing: name of the collection
            check update                   | update.yml:3: write.operation: has no key to find documents by: update needs target.id or write.match
            check twice                    | : remove or rename one of the two
            check nothing                  | nothing.yml:1: is empty: a job names at least source.files and target.collection
            check customers files=data     | data: is a folder; name a file in it, or all of them as
            check customers files=empty.csv | empty.csv: the input has no record; write empty: ok
            check customers files=double.csv | double.csv: columns 1 and 2 are both called 'a'; names must differ
            check customers files=nameless.csv | nameless.csv: column 2 has no name
            check customers collection=system.x | parameter collection=system.x: target.collection: "system.x" is the server's own: names beginning with system. take no imports
            check customers target.collection=a$b | parameter target.collection=a$b: "a$b" is not a collection name: 1 to 190 bytes without $ and NUL
            check customers database=a.b   | parameter database=a.b: target.database: "a.b" is not a database name: 1 to 63 bytes without blanks, dots, and
            import customers.csv --type balance | --type=balance does not name a column: write COLUMN=TYPE, such as --type number=int64.
            import customers.csv empty.csv | Several files have no common name that could be the collection's: add --collection NAME.
            import -                       | Standard input has no name that could be the collection's: add --collection NAME.
            check customers files=book.xlsx | book.xlsx is an Excel workbook. Save it as CSV UTF-8 and import that file.
            import book.xlsx               | book.xlsx is an Excel workbook. Save it as CSV UTF-8 and import that file.
            infer data.json                | data.json is JSON. mongohaul imports CSV. Use mongoimport for JSON.
            check indent                   | indent.yml:3: is not valid YAML: a key cannot be here: indent it like the other keys of its group
            check upsert                   | write.operation: "upsert" is an option: write operation: replace, or update, and upsert: true
            check ids                      | fields.id: goes to _id, and target.id names since: write target: {id: [id], id-only: true}, or remove to: _id
            check customers delimiter=;    | It looks comma-separated: write source.delimiter: ","
            check customers files=custmers.csv | custmers.csv: no such file (did you mean customers.csv?)
            restart 99                     | There is no run 99; 'mongohaul report' lists them
            report 99                      | There is no run 99; 'mongohaul report' lists them
            report nojob                   | "nojob" has had no import. These jobs have: products
            report --import=99             | There is no import 99; 'mongohaul report' lists runs with the numbers of their imports
            stop 1                         | Run 1 is not running: it is completed
            abandon 1                      | The import of run 1 is completed: there is nothing to abandon
            """)
    void mistakeIsExplained(String command, String message) {
        assertMessage(program.run(command.split(" +", -1)), 2, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            0  | restart 1 | products: nothing to do, this content was loaded by run 1. 'import' with --again loads it once more.
            0  | rejects 1 | Run 1 has no rejects
            12 | check customers | 20  balance: is not a decimal: a number such as -12.50
            12 | check customers | hint: values such as "1.234,56" need {type: decimal, locale: de}
            12 | check customers | Column balance rejects almost every record: is its type decimal right? Values look like "1.234,56".
            12 | check customers | rejects.limit: 20 (or 100%) would pass
            12 | import customers chunk-size=12 grid-size=1 | The reject limit 0 is exceeded: 12 of 12 records (100.00 %) are rejected, and 60 % of the input is read. 'mongohaul check customers' with the same parameters shows all rejects and the limit that would pass.
            12 | import customers chunk-size=12 grid-size=1 | 12  balance: is not a decimal: a number such as -12.50
            12 | import customers chunk-size=12 grid-size=1 | Column balance rejects almost every record: is its type decimal right? Values look like "1.234,56".
            """)
    void resultIsExplained(int exitCode, String command, String message) {
        assertMessage(program.run(command.split(" ", -1)), exitCode, message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "MONGODB_URI=mongodb://127.0.0.1/?retryWrite=true | MONGODB_URI has the option retryWrite, which MongoDB's driver does not know (did you mean retryWrites?)",
                "MONGODB_URI= | MONGODB_URI is set but empty",
                "MONGOHAUL_EMBEDDED=never | No server is named, and MONGOHAUL_EMBEDDED=never forbids the embedded MongoDB. Set MONGODB_URI",
                "MONGOHAUL_EMBEDDED=no | MONGOHAUL_EMBEDDED=no is neither auto nor never",
                "MONGOHAUL_REPOSITORY_LEASE=abc | MONGOHAUL_REPOSITORY_LEASE=abc is not a duration"
            })
    void wrongVariableIsNamed(String variable, String message) {
        String name = variable.substring(0, variable.indexOf('='));
        Map<String, String> environment = new HashMap<>();
        if (name.equals("MONGOHAUL_REPOSITORY_LEASE")) {
            environment.putAll(program.environment());
        }
        environment.put(name, variable.substring(name.length() + 1));

        assertMessage(program.with(environment).run("import", "products"), 2, message);
    }

    @Test
    void forgottenAddressDoesNotLeadToTheEmbeddedServer() {
        assertMessage(
                program.with(Map.of()).run("import", "products"),
                2,
                "The last import of this folder went to ",
                "MONGODB_URI is not set now. Set it, or use the embedded MongoDB with --embedded.");
    }

    @Test
    void portInUseIsNamed() throws IOException {
        try (ServerSocket used = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertMessage(
                    program.run("serve", "--port=" + used.getLocalPort()),
                    2,
                    "--address=127.0.0.1 --port=" + used.getLocalPort()
                            + ": Address already in use; another --port, or 0 for any that is free, may do");
        }
    }

    private static void assertMessage(Result result, int exitCode, String... parts) {
        assertThat(result.out() + result.err())
                .contains(parts)
                .doesNotContain(
                        "Exception", "\tat ", "com.mongodb", "org.springframework", "tools.jackson", "snakeyaml");
        assertThat(result.exitCode()).isEqualTo(exitCode);
    }
}
