package dev.mongohaul.faults.pairs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.cli.Program;
import dev.mongohaul.cli.Program.Result;
import dev.mongohaul.mongo.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pairs of features that cannot meet: the command is refused before anything is written, in words. */
class ImpossiblePairsIT {

    private static final String DATABASE = TestServer.database("impossible");

    @TempDir
    private Path folder;

    @AfterEach
    void drop() {
        TestServer.client().getDatabase(DATABASE).drop();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            standard input, companions | - --collection=in source.expect.records={file}.count | 'source.expect: is for files: standard input has no marker, no companions and no last line, leave it out'
            swap, operation column | in.csv --id=id write.operation={column: op, values: {I: insert, S: swap}} | '"swap" is not one of insert, add, replace, update, upsert, merge, delete'
            standard input, delete | - --collection=in source.after.completed=delete | 'source.after: is for files: standard input cannot be moved, leave it out'
            standard input, each file | - --collection=in --each-file | 'source.each: is for files: standard input is one input, leave it out'
            standard input, last lines | - --collection=in skip-last-lines=1 | 'source.skip-last-lines: is for files, because the end of standard input is not known in advance'
            swap, kept documents | in.csv write.operation=swap undo=7d | 'undo=7d: has no effect on write.operation: swap, which swap.by: view can undo: leave it out'
            snapshot, generated ids | in.csv write.operation=snapshot | 'has no key to find documents by: snapshot needs target.id'
            replace, generated ids | in.csv write.operation=replace | 'has no key to find documents by: replace needs target.id or write.match'
            delete, generated ids | in.csv write.operation=delete | 'has no key to find documents by: delete needs target.id or write.match'
            move, no folder | in.csv source.after.completed=move | 'is no folder: write the folder as the value of completed, such as completed: done; ./move is a folder of this name'
            processor, derived validator | in.csv processor=dev.mongohaul.faults.pairs.Upper target.validator=derive | 'the processor may change what they become: leave it out'
            """)
    void commandIsRefused(String pair, String arguments, String sentence) throws IOException {
        Files.createDirectories(folder.resolve("jobs"));
        Path input = Files.writeString(folder.resolve("in.csv"), "id,op,name\n1,I,a\n");
        Program program = new Program(folder, List.of(), Map.of("MONGODB_URI", Program.uri(DATABASE)));

        Result result = program.runWith(
                input,
                Stream.concat(Stream.of("import"), Stream.of(arguments.split(" +(?=\\S+=|--)", -1)))
                        .toArray(String[]::new));

        assertThat(result.exitCode())
                .as("%s: %s%s", pair, result.out(), result.err())
                .isEqualTo(2);
        assertThat(result.err()).contains(sentence);
        assertThat(TestServer.client().getDatabase(DATABASE).getCollection("in").countDocuments())
                .isZero();
        assertThat(input).exists();
    }
}
