package dev.mongohaul.csv.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.mongohaul.csv.input.BlockSums;
import dev.mongohaul.csv.input.Compression;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.InputObject;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.input.ObjectStamp;
import dev.mongohaul.csv.input.RangeSums;
import dev.mongohaul.csv.input.UnreadableInputException;
import dev.mongohaul.csv.place.ObjectMark;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class InputsTests {

    @TempDir
    private Path folder;

    @BeforeEach
    void createFiles() throws IOException {
        Files.createDirectories(folder.resolve("in/deep"));
        for (String name :
                List.of("b.csv", "a.csv", "in/2.csv", "in/1.csv", "in/x[1].csv", "in/deep/0.csv", "in/n.txt")) {
            Files.writeString(folder.resolve(name), "a,b\n");
        }
        Files.writeString(folder.resolve("z.csv.gz"), "not looked into");
        Files.writeString(folder.resolve("y.csv.zst"), "not looked into");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    a.csv           | a.csv
                    b.csv a.csv     | a.csv b.csv
                    a.csv ./a.csv   | a.csv
                    *.csv a.csv     | a.csv b.csv
                    in/*.csv        | in/1.csv in/2.csv in/x[1].csv
                    in/[12].csv     | in/1.csv in/2.csv
                    in/x[1].csv     | in/x[1].csv
                    in/{1,n}.*      | in/1.csv in/n.txt
                    **/*.csv        | in/1.csv in/2.csv in/deep/0.csv in/x[1].csv
                    in/**.csv       | in/1.csv in/2.csv in/deep/0.csv in/x[1].csv
                    i?/deep/*       | in/deep/0.csv
                    in/../b.csv     | b.csv
                    """)
    void patternsNameFilesInNameOrder(String patterns, String expected) {
        Inputs inputs = resolve(patterns.split(" "));

        assertThat(inputs.list()).extracting(Input::name).containsExactly(expected.split(" "));
    }

    @Test
    void rangeIsReadOnlyWithTheSumsOfAllItsBlocks() throws IOException {
        int size = 2 * BlockSums.BLOCK_BYTES + 1;
        Files.write(folder.resolve("a.csv"), new byte[size]);
        Inputs inputs = resolve("a.csv", "z.csv.gz");
        Inputs seen = inputs.comparedWith(List.of(new BlockSums(size), new BlockSums(15)), List.of("a", "z"));

        assertThat(inputs.comparedWithRanges(seen.sums(1, size), 1, size).list())
                .hasSize(2);
        assertThat(inputs.comparedWithRanges(seen.sums(1, size + 1L), 1, size + 1L)
                        .list())
                .hasSize(2);
        assertMissing(inputs, List.of(), 0, 1, "a.csv");
        assertMissing(inputs, seen.sums(0, BlockSums.BLOCK_BYTES), 0, size, "a.csv");
        assertMissing(inputs, seen.sums(size - 1L, size), 0, size, "a.csv");
        assertMissing(inputs, seen.sums(0, size), size - 1L, size + 1L, "z.csv.gz");
    }

    private void assertMissing(Inputs inputs, List<RangeSums> sums, long from, long to, String file) {
        assertThatThrownBy(() -> inputs.comparedWithRanges(sums, from, to))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(folder.resolve(file) + ": the import has no checksums of the blocks to read");
    }

    @Test
    void absolutePatternsDoNotDependOnTheBase() {
        Inputs inputs = InputSources.in(Path.of("elsewhere")).find(List.of(folder.resolve("in") + "/*.txt"));

        assertThat(inputs.list())
                .extracting(Input::name)
                .containsExactly(folder.resolve("in/n.txt").toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    missing.csv a.csv | missing.csv: no such file
                    in          | in: is a folder; name a file in it
                    a.csv -     | Standard input (-) cannot be read together with files
                    *.csv *.tsv | No file matches '*.tsv' in
                    *.csv *.tsv | but the other names find 2
                    [           | is neither a path nor a pattern
                    """)
    void unreadableInputIsRefused(String patterns, String message) {
        InputException refusal = catchThrowableOfType(InputException.class, () -> resolve(patterns.split(" ")));

        assertThat(refusal).hasMessageContaining(message);
        assertThat(refusal.isNothingFound()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    order-20261129.csv  | ' (did you mean orders-20261129.csv?)'
                    orders-20261129.cvs | ' (did you mean orders-20261129.csv?)'
                    orders-20261130.csv | ''
                    orders-2026113.csv  | ''
                    """)
    void fileWithOtherDigitsOnlyIsNotProposed(String missing, String question) throws IOException {
        Files.writeString(folder.resolve("orders-20261129.csv"), "a\n1\n");

        assertThatThrownBy(() -> resolve(missing))
                .isInstanceOf(InputException.class)
                .hasMessageEndingWith(missing + ": no such file" + question);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:9/a.csv",
                "ftp://h/*.csv",
                "file:/etc/passwd",
                "jar:file:/a.jar!/b.csv",
                "classpath:a.csv",
                "gs://bucket/a.csv",
                "s3:/bucket/a.csv",
                "C:\\data\\a.csv",
                "//host/share/a.csv",
                "\\\\host\\share\\a.csv"
            })
    void addressIsRefusedAndNothingFetched(String address) {
        InputException refusal = catchThrowableOfType(InputException.class, () -> resolve(address));

        assertThat(refusal)
                .hasMessageStartingWith("'" + address + "' is ")
                .message()
                .containsPattern("write |[Ff]etch |mount ");
        assertThat(refusal.isNothingFound()).isFalse();
    }

    @Test
    void nameWithANulIsRefused() {
        assertThatThrownBy(() -> resolve("a\0b"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("is neither a path nor a pattern");
    }

    @ParameterizedTest
    @ValueSource(strings = {"linked/version", "/proc/version"})
    void filesOfTheSystemAreRefusedByAnyName(String pattern) throws IOException {
        Files.createSymbolicLink(folder.resolve("linked"), Path.of("/proc"));

        assertThatThrownBy(() -> resolve(pattern))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("is the system's own; nothing below /dev, /proc and /sys is read or written");
    }

    @Test
    void fileNamedLikeAnAddressIsRead() throws IOException {
        Files.writeString(folder.resolve("data:2026.csv"), "a\n1\n");

        assertThat(resolve("data:2026.csv").list()).extracting(Input::name).containsExactly("data:2026.csv");
        assertThat(resolve("data:20??.csv").list()).extracting(Input::name).containsExactly("data:2026.csv");
    }

    @Test
    void pipeIsRefusedWithoutWaitingForIt() throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe.csv");
        new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();

        assertThatThrownBy(() -> resolve("pipe.csv"))
                .isInstanceOf(InputException.class)
                .hasMessageEndingWith("pipe.csv: is not a regular file; pipe it in and name '-'");
    }

    @Test
    void filesOutsideTheRootsAreRefusedByAnyName() throws IOException {
        Files.createSymbolicLink(folder.resolve("in/out.csv"), folder.resolve("a.csv"));
        InputRules rules = new InputRules(new PathRoots(List.of(folder.resolve("in"))), 1);

        for (String pattern : List.of("a.csv", "in/out.csv", "in/../b.csv", "{a,b}.csv")) {
            assertThatThrownBy(() -> resolve(rules, pattern))
                    .as(pattern)
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("the only place that mongohaul.import.input-roots allows");
        }
        assertThat(resolve(rules, "in/?.csv").list()).extracting(Input::name).containsExactly("in/1.csv", "in/2.csv");
        assertThatThrownBy(() -> resolve(rules, "in/o*")).hasMessageStartingWith("No file matches 'in/o*'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"in/link/*.csv", "in/link/b*", "in/link/none*"})
    void patternDoesNotNameWhatIsBehindALink(String pattern) throws IOException {
        Files.createSymbolicLink(folder.resolve("in/link"), Files.createDirectory(folder.resolve("out")));
        Files.writeString(folder.resolve("out/b.csv"), "a\n1\n");
        InputRules rules = new InputRules(new PathRoots(List.of(folder.resolve("in"))), 1);

        assertThatThrownBy(() -> resolve(rules, pattern))
                .isInstanceOf(InputException.class)
                .hasMessage("%s: leads to %s, which is outside of %s, the only place that %s allows"
                        .formatted(
                                folder.resolve("in/link"),
                                folder.resolve("out").toRealPath(),
                                folder.resolve("in"),
                                "mongohaul.import.input-roots"));
    }

    @Test
    void missingFileDiffersFromOtherProblems() {
        InputException alone = catchThrowableOfType(InputException.class, () -> resolve("missing.csv"));
        InputException besideOthers = catchThrowableOfType(InputException.class, () -> resolve("missing.csv", "a.csv"));

        assertThat(alone.isNothingFound()).isTrue();
        assertThat(alone.isIncomplete()).isTrue();
        assertThat(besideOthers.isNothingFound()).isFalse();
        assertThat(besideOthers.isIncomplete()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"*.tsv", "none/*.csv", "in/deep/*.gz"})
    void patternWithoutAMatchDiffersFromOtherProblems(String pattern) {
        InputException refusal = catchThrowableOfType(InputException.class, () -> resolve(pattern));

        assertThat(refusal).hasMessageContaining("No file matches '" + pattern + "' in " + folder);
        assertThat(refusal.isNothingFound()).isTrue();
    }

    @Test
    void searchEndsWithTheWantedNumberOfFiles() throws IOException {
        for (int number = 0; number < 200; number++) {
            Files.createFile(folder.resolve("in/m%03d.csv".formatted(number)));
        }
        FileSearch three = new FileSearch(100, Duration.ofSeconds(10), 3);
        InputRules rules = InputRules.ANY.confined(PathRoots.ANYWHERE, "", three);

        assertThat(resolve(rules, "in/m*.csv").list()).hasSize(3);
    }

    @Test
    void fileBehindALinkCountsOnce() throws IOException {
        Files.createSymbolicLink(folder.resolve("0.csv"), folder.resolve("b.csv"));

        assertThat(resolve("0.csv", "*.csv").list()).extracting(Input::name).containsExactly("0.csv", "a.csv");
    }

    @Test
    void patternsFollowOnlyTheLinksThatTheyName() throws IOException {
        Files.createDirectory(folder.resolve("out"));
        Files.writeString(folder.resolve("out/b.csv"), "a\n1\n");
        Files.createSymbolicLink(folder.resolve("in/link"), folder.resolve("out"));
        Files.createSymbolicLink(folder.resolve("in/deep/b.csv"), folder.resolve("out/b.csv"));

        assertThat(resolve("in/**.csv").list())
                .extracting(Input::name)
                .containsExactly("in/1.csv", "in/2.csv", "in/deep/0.csv", "in/x[1].csv");
        assertThat(resolve("in/link/*.csv").list()).extracting(Input::name).containsExactly("in/link/b.csv");
        assertThatThrownBy(() -> resolve("in/*/b.csv")).hasMessageStartingWith("No file matches 'in/*/b.csv'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"in/link/*.csv", "in/link/b.csv", "in/b.csv"})
    void filesBehindALinkAreNotTaken(String pattern) throws IOException {
        Files.createDirectory(folder.resolve("out"));
        Path victim = Files.writeString(folder.resolve("out/b.csv"), "a\n1\n");
        Files.createSymbolicLink(folder.resolve("in/link"), folder.resolve("out"));
        Files.createSymbolicLink(folder.resolve("in/b.csv"), victim);
        InputRules two = new InputRules(new PathRoots(List.of(folder.resolve("in"), folder.resolve("out"))), 1);

        for (InputRules rules : List.of(InputRules.ANY, two)) {
            assertThat(resolve(rules, pattern).list()).hasSize(1);
            assertThatThrownBy(() -> resolve(rules.taking(true), pattern))
                    .isInstanceOf(InputException.class)
                    .hasMessageContaining("is a link, and nothing behind a link is moved or deleted");
        }
    }

    @Test
    void offsetsOfPlainFilesAddUpAndArchivesShareTheRest() {
        List<Input> inputs = resolve("a.csv", "b.csv", "y.csv.zst", "z.csv.gz").list();
        long share = (Inputs.OFFSETS - 8) / 2;

        assertThat(inputs).extracting(Input::baseOffset).containsExactly(0L, 4L, 8L, 8 + share);
        assertThat(inputs).extracting(Input::capacity).containsExactly(4L, 4L, share, share);
    }

    @Test
    void offsetNamesItsInput() {
        Inputs inputs = resolve("a.csv", "b.csv", "z.csv.gz");

        assertThat(inputs.locate(0).name()).isEqualTo("a.csv");
        assertThat(inputs.locate(3).name()).isEqualTo("a.csv");
        assertThat(inputs.locate(4).name()).isEqualTo("b.csv");
        assertThat(inputs.locate(8).name()).isEqualTo("z.csv.gz");
        assertThat(inputs.locate(inputs.endOffset()).name()).isEqualTo("z.csv.gz");
        assertThatThrownBy(() -> inputs.locate(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void inputHasAtMostOneTebibyte() {
        LocalFile largest = sized(Inputs.OFFSETS - 1);

        assertThat(Inputs.of(List.of(largest, sized(1)), 1).endOffset()).isEqualTo(Inputs.OFFSETS);
        assertThatThrownBy(() -> Inputs.of(List.of(largest, sized(2)), 1))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("at most 1,099,511,627,776 (1 TiB)");
    }

    @Test
    void packedFileThatOutgrowsItsShareIsNotUnpacked() throws IOException {
        try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(folder.resolve("p.csv.gz")))) {
            packed.write("a,b\n".getBytes(StandardCharsets.UTF_8));
        }
        InputObject packed = resolve("p.csv.gz").list().get(0).object();
        Input fits =
                Inputs.of(List.of(sized(Inputs.OFFSETS - 4), packed), 9).list().get(1);
        Input outgrows =
                Inputs.of(List.of(sized(Inputs.OFFSETS - 3), packed), 9).list().get(1);

        assertThat(fits.open()).hasContent("a,b\n");
        assertThatThrownBy(() -> outgrows.open().readAllBytes())
                .isInstanceOf(UnreadableInputException.class)
                .hasMessage(
                        "p.csv.gz: has more than the 3 bytes that it can have beside the other inputs; import it alone");
    }

    @ParameterizedTest
    @CsvSource({"'a,b\n1,', 6", "a, 1"})
    void fileOfAnotherSizeIsNotOpened(String content, int size) throws IOException {
        Input input = resolve("a.csv").list().get(0);
        Files.writeString(folder.resolve("a.csv"), content);

        assertThatThrownBy(() -> input.open())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("had 4 bytes when the import began and has " + size + " now");
    }

    @ParameterizedTest
    @CsvSource({"'a,b\n1,', 6", "a, 1"})
    void fileThatChangesItsSizeDuringReadingIsRefused(String content, int size) throws IOException {
        Input input = resolve("a.csv").list().get(0);

        try (InputStream stream = input.open()) {
            Files.writeString(folder.resolve("a.csv"), content);

            assertThatThrownBy(stream::readAllBytes)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("had 4 bytes when the import began and has " + size + " now");
        }
    }

    @Test
    void peekLosesNoBytesOfStandardInput() throws IOException {
        byte[] bytes = "0123456789".repeat(10_000).getBytes(StandardCharsets.US_ASCII);
        Inputs inputs = new InputSources(folder, new ByteArrayInputStream(bytes), InputRules.ANY).find(List.of("-"));
        Input input = inputs.list().get(0);

        try (InputStream peeked = input.peek()) {
            assertThat(peeked.readNBytes(50_000)).hasSize(50_000);
        }

        assertThat(inputs.isReadOnce()).isTrue();
        assertThat(inputs.endOffset()).isEqualTo(Inputs.OFFSETS);
        assertThat(input.open().readAllBytes()).isEqualTo(bytes);
    }

    @Test
    void fileNamedLikeAPatternIsMentioned() throws IOException {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger patterns = (Logger) LoggerFactory.getLogger(LocalFiles.class);
        patterns.addAppender(log);
        log.start();
        for (String name : List.of("*.csv", "a.csv", "b.csv", "[x.csv")) {
            Files.writeString(folder.resolve(name), "a");
        }

        Inputs inputs = resolve("*.csv");
        resolve("[x.csv");
        patterns.detachAppender(log);

        assertThat(inputs.list()).extracting(Input::name).containsExactly("*.csv");
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .singleElement()
                .asString()
                .contains("'*.csv' is the name of a file, which is read alone", "match 3 more");
    }

    private Inputs resolve(String... patterns) {
        return InputSources.in(folder).find(List.of(patterns));
    }

    @Test
    void searchOfAPatternEndsAtItsLimits() {
        InputRules few = rules(new FileSearch(4, Duration.ofMinutes(1)));
        InputRules quick = rules(new FileSearch(1_000, Duration.ZERO));

        assertThat(resolve(few, "in/deep/*.csv").list()).hasSize(1);
        assertThatThrownBy(() -> resolve(few, "in/deep/*.csv", "in/*.csv"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("it may look at 4 files and folders");
        assertThatThrownBy(() -> resolve(quick, "**/*.csv")).isInstanceOf(InputException.class);
        assertThat(resolve(quick, "a.csv").list()).hasSize(1);
    }

    private InputRules rules(FileSearch search) {
        return InputRules.ANY.confined(new PathRoots(List.of(folder)), "a test", search);
    }

    private Inputs resolve(InputRules rules, String... patterns) {
        return new InputSources(folder, InputStream.nullInputStream(), rules).find(List.of(patterns));
    }

    private LocalFile sized(long size) {
        return new LocalFile(
                folder.resolve("a.csv"),
                "a.csv",
                Compression.NONE,
                new ObjectStamp(size, Instant.EPOCH, ""),
                new ObjectMark(size, Instant.EPOCH, null, null),
                List.of());
    }
}
