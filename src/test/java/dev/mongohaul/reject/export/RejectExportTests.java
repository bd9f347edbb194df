package dev.mongohaul.reject.export;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectReason;
import dev.mongohaul.reject.RejectStage;
import dev.mongohaul.reject.RejectedCell;
import dev.mongohaul.reject.SampleRejects;
import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.types.Binary;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RejectExportTests {

    private static final RejectedCsv CSV = new RejectedCsv(
            new Binary("sku,name,price\n".getBytes(UTF_8)),
            new Binary("\n".getBytes(UTF_8)),
            null,
            RejectExportTests::gone);

    private Path directory;
    private RejectExport export;

    @BeforeEach
    void exportsToFolderThatDoesNotExistYet(@TempDir Path temporary) {
        directory = temporary.resolve("deep/rejects");
        export = export(List.of());
    }

    @Test
    void bothFilesAreNamedByJobAndImport() {
        ExportedRejects exported =
                export.write("products", 42, SampleRejects.many(3)).orElseThrow();

        assertThat(exported.csv()).containsExactly(directory.resolve("products-42.csv"));
        assertThat(exported.jsonLines()).isEqualTo(directory.resolve("products-42.jsonl"));
        assertThat(exported.count()).isEqualTo(3);
        assertThat(exported.digests()).hasSize(2);
        assertThat(fileNames()).containsExactlyInAnyOrder("products-42.csv", "products-42.jsonl");
    }

    @Test
    void inputOfTheImportIsNeitherReplacedNorRemoved() throws IOException {
        Path input = Files.writeString(Files.createDirectories(directory).resolve("products-1.csv"), "the input");
        Files.createLink(directory.resolve("products-2.csv"), input);
        Files.createSymbolicLink(directory.resolve("products-3.jsonl"), input);
        RejectExport guarded = export(List.of(input));

        for (int instance = 1; instance <= 3; instance++) {
            assertThat(guarded.write("products", instance, SampleRejects.many(1))
                            .orElseThrow()
                            .csv())
                    .containsExactly(directory.resolve("products-%d.2.csv".formatted(instance)));
            guarded.write("products", instance, Stream.empty());
        }

        assertThat(input).hasContent("the input");
        assertThat(fileNames()).containsExactlyInAnyOrder("products-1.csv", "products-2.csv", "products-3.jsonl");
    }

    @Test
    void correctedFileIsLeftAndTheExportGetsAnotherName() throws IOException {
        Set<String> digests = export.write("products", 42, SampleRejects.many(2))
                .orElseThrow()
                .digests();
        Path corrected = Files.writeString(directory.resolve("products-42.csv"), "sku,name,price\n1,a,12\n");

        ExportedRejects second = export(List.of(), digests)
                .write("products", 42, SampleRejects.many(3))
                .orElseThrow();

        assertThat(corrected).hasContent("sku,name,price\n1,a,12\n");
        assertThat(second.csv()).containsExactly(directory.resolve("products-42.2.csv"));
        assertThat(second.jsonLines()).isEqualTo(directory.resolve("products-42.2.jsonl"));
        assertThat(RejectExport.files(directory, "products", 42, List.of()))
                .hasSize(2)
                .last()
                .isEqualTo(List.of(second.csv().get(0), second.jsonLines()));

        RejectExport third = export(List.of(), second.digests());
        assertThat(third.write("products", 42, SampleRejects.many(4))
                        .orElseThrow()
                        .csv())
                .as("the second export is as it was")
                .isEqualTo(second.csv());
        third.write("products", 42, Stream.empty());
        assertThat(fileNames()).containsExactly("products-42.csv");
    }

    @Test
    void exportOfAnEarlierVersionIsReplacedByEqualRecordsOnly() throws IOException {
        export.write("products", 42, SampleRejects.many(2));

        export(List.of()).write("products", 42, SampleRejects.many(2));
        assertThat(fileNames()).containsExactlyInAnyOrder("products-42.csv", "products-42.jsonl");

        export(List.of()).write("products", 42, SampleRejects.many(3));
        assertThat(fileNames())
                .containsExactlyInAnyOrder(
                        "products-42.csv", "products-42.jsonl", "products-42.2.csv", "products-42.2.jsonl");
    }

    @Test
    void freedNameIsUsedAgain() throws IOException {
        export.write("products", 42, SampleRejects.many(2));
        Files.writeString(directory.resolve("products-42.csv"), "corrected");
        export.write("products", 42, SampleRejects.many(2));
        Files.delete(directory.resolve("products-42.csv"));

        export.write("products", 42, SampleRejects.many(2));

        assertThat(fileNames()).containsExactlyInAnyOrder("products-42.csv", "products-42.jsonl");
    }

    @Test
    void fileIsKnownByItsName() throws IOException {
        Path other = Files.createDirectories(directory.resolveSibling("other"));
        export.write("products", 8, SampleRejects.many(1));
        Files.move(directory.resolve("products-8.jsonl"), other.resolve("products-8.jsonl"));
        Files.writeString(other.resolve("products-20261120.jsonl"), "{\"file\":\"a\",\"sku\":1}\n");

        assertThat(importOf(directory.resolve("products-42.csv"))).hasValue(42);
        assertThat(importOf(directory.resolve("products-42.2.csv"))).hasValue(42);
        assertThat(importOf(directory.resolve("products-42.2.UTF-16LE.csv"))).hasValue(42);
        assertThat(importOf(other.resolve("products-8.csv"))).hasValue(8);
        assertThat(importOf(other.resolve("products-9.csv"))).isEmpty();
        assertThat(importOf(other.resolve("products-20261120.csv"))).isEmpty();
        assertThat(importOf(directory.resolve("orders-42.csv"))).isEmpty();
        assertThat(importOf(directory.resolve("products-42.jsonl"))).isEmpty();
    }

    private OptionalLong importOf(Path file) {
        return RejectExport.importOf(file.toString(), directory, "products");
    }

    @Test
    void recordsAreExportedByteForByteUnderTheHeader() throws IOException {
        export.write("products", 42, Stream.of(SampleRejects.unmappable(0, "1,\"a\r\nb\",12,5x")));

        assertThat(csv()).isEqualTo("sku,name,price\n1,\"a\r\nb\",12,5x\n");
    }

    @Test
    void reasonsHaveTheSameKeysOnEachLine() {
        Reject refused = SampleRejects.reject(300, new byte[8], RejectReason.refused(121, "failed validation"));

        export.write("products", 42, Stream.of(SampleRejects.unmappable(100, "1,a,\"12,5x\""), refused));

        assertThat(jsonLines())
                .containsExactly(
                        "{\"file\":\"data/products.csv\",\"line\":3,\"offset\":100,\"length\":11,"
                                + "\"cell\":3,\"column\":\"price\",\"value\":\"12,5x\",\"stage\":\"UNMAPPABLE\","
                                + "\"code\":null,\"reason\":\"'12,5x' is no decimal: digits and a point are\"}",
                        "{\"file\":\"data/products.csv\",\"line\":5,\"offset\":300,\"length\":8,"
                                + "\"cell\":null,\"column\":null,\"value\":null,\"stage\":\"REFUSED\","
                                + "\"code\":121,\"reason\":\"failed validation\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a\nb", "a\r\nb", "\0", "\u001b[2J", "\u007f", "\u0085", "\u009b2J", "\u2028", "\u2029", "\"\\"})
    void controlCharactersBreakNoLine(String odd) {
        RejectedCell cell = new RejectedCell(1, odd, odd);
        Reject reject =
                SampleRejects.reject(0, new byte[1], RejectReason.of(RejectStage.UNMAPPABLE, odd + " is odd", cell));

        export.write("products", 42, Stream.of(reject));

        assertThat(jsonLines()).singleElement().satisfies(line -> {
            assertThat(line.codePoints())
                    .noneMatch(character -> Character.isISOControl(character) || character / 2 == 0x2028 / 2);
            JsonNode parsed = JsonMapper.shared().readTree(line);
            assertThat(parsed.get("value").stringValue()).isEqualTo(odd);
            assertThat(parsed.get("column").stringValue()).isEqualTo(odd);
            assertThat(parsed.get("reason").stringValue()).isEqualTo(odd + " is odd");
        });
    }

    @Test
    void lettersBeyondAsciiStayReadable() {
        RejectedCell cell = new RejectedCell(1, "größe", "提灯 😀");
        Reject reject = SampleRejects.reject(0, new byte[1], RejectReason.of(RejectStage.UNMAPPABLE, "é", cell));

        export.write("products", 42, Stream.of(reject));

        assertThat(jsonLines()).singleElement().asString().contains("\"größe\"", "\"提灯 😀\"", "\"é\"");
    }

    @Test
    void laterExportReplacesEarlierOne() throws IOException {
        export.write("products", 42, SampleRejects.many(3));

        export.write("products", 42, Stream.of(SampleRejects.unmappable(0, "only")));

        assertThat(csv()).isEqualTo("sku,name,price\nonly\n");
        assertThat(jsonLines()).hasSize(1);
    }

    @Test
    void importWithoutRejectsLeavesNoFiles() {
        assertThat(export.write("products", 42, Stream.empty())).isEmpty();

        assertThat(directory).doesNotExist();
    }

    @Test
    void importWithoutRejectsRemovesEarlierFiles() {
        export.write("products", 42, SampleRejects.many(3));
        export.write("products", 43, SampleRejects.many(3));

        export.write("products", 42, Stream.empty());

        assertThat(fileNames()).containsExactlyInAnyOrder("products-43.csv", "products-43.jsonl");
    }

    @Test
    void otherUsersCannotReadTheFiles() throws IOException {
        ExportedRejects files =
                export.write("products", 42, SampleRejects.many(3)).orElseThrow();

        for (Path file : List.of(files.csv().get(0), files.jsonLines())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .as("%s", file)
                    .startsWith("rw-")
                    .doesNotContain("x")
                    .endsWith("---");
        }
    }

    @Test
    void failureKeepsEarlierFilesOnly() throws IOException {
        export.write("products", 42, Stream.of(SampleRejects.unmappable(0, "earlier")));
        Stream<Reject> breaking = SampleRejects.many(10_000).peek(reject -> {
            if (reject.record().offset() == 900_000) {
                throw new IllegalStateException("connection lost");
            }
        });

        assertThatIllegalStateException().isThrownBy(() -> export.write("products", 42, breaking));

        assertThat(fileNames()).containsExactlyInAnyOrder("products-42.csv", "products-42.jsonl");
        assertThat(csv()).isEqualTo("sku,name,price\nearlier\n");
    }

    @Test
    void recordThatCannotBeReadAgainFailsTheExport() {
        Stream<Reject> rejects = Stream.of(SampleRejects.unmappable(0, "1"), SampleRejects.tooLong(100, 2_000_000));

        assertThatExceptionOfType(RejectExportException.class)
                .isThrownBy(() -> export.write("products", 42, rejects))
                .withMessage("The rejects of the import cannot be written to " + directory
                        + ": data/products.csv is gone. They are kept in MongoDB: export them again when this is"
                        + " fixed.");
        assertThat(fileNames()).isEmpty();
    }

    @Test
    void fileInPlaceOfTheFolderIsNamed() throws IOException {
        Files.createDirectories(directory.getParent());
        Files.writeString(directory, "in the way");

        assertThatExceptionOfType(RejectExportException.class)
                .isThrownBy(() -> export.write("products", 42, SampleRejects.many(3)))
                .withMessageContaining("cannot be written to " + directory + ": " + directory + ": is in the way.");
    }

    @Test
    void targetThatCannotBeReplacedIsNamed() throws IOException {
        Path inTheWay = Files.createDirectories(directory.resolve("products-42.csv/full"));

        assertThatExceptionOfType(RejectExportException.class)
                .isThrownBy(() -> export.write("products", 42, SampleRejects.many(3)))
                .withMessageContaining("products-42.csv");
        assertThat(fileNames()).containsExactly("products-42.csv");
        assertThat(inTheWay).exists();
    }

    @Test
    void leftFileIsRemovedAndLinkNotFollowed(@TempDir Path elsewhere) throws IOException {
        Path precious = Files.writeString(elsewhere.resolve("precious"), "precious");
        Files.createDirectories(directory);
        Files.createSymbolicLink(directory.resolve(".products-42.csv.part"), precious);

        export.write("products", 42, SampleRejects.many(3));

        assertThat(precious).hasContent("precious");
        assertThat(fileNames()).containsExactlyInAnyOrder("products-42.csv", "products-42.jsonl");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../products", "a/b", "/etc/products"})
    void jobNameThatLeavesTheFolderIsRefused(String job) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> export.write(job, 42, SampleRejects.many(1)))
                .withMessage("'" + job + "-42.csv' is not the name of a file in " + directory);
    }

    private RejectExport export(List<Path> inputs) {
        return export(inputs, Set.of());
    }

    private RejectExport export(List<Path> inputs, Set<String> known) {
        return new RejectExport(directory, Map.of(RejectExport.ONLY, CSV), offset -> RejectExport.ONLY, inputs, known);
    }

    private String csv() throws IOException {
        return Files.readString(directory.resolve("products-42.csv"));
    }

    private List<String> jsonLines() {
        try {
            return Files.readAllLines(directory.resolve("products-42.jsonl"), UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private List<String> fileNames() {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static ByteArrayInputStream gone(long offset, long length) throws IOException {
        throw new FileNotFoundException("data/products.csv is gone");
    }
}
