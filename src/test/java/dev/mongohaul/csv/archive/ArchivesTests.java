package dev.mongohaul.csv.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.csv.digest.ContentDigest;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.input.UnreadableInputException;
import dev.mongohaul.csv.source.InputRules;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.csv.source.PathRoots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.zip.Zip64Mode;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream.UnicodeExtraFieldPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArchivesTests {

    private static final int DIRECTORY_ENTRY = 0x02014b50;
    private static final int FLAGS = 8;
    private static final int METHOD = 10;
    private static final int SIZE = 24;
    private static final int LOCAL_HEADER = 42;
    private static final int END_OF_DIRECTORY = 22;

    @TempDir
    private Path folder;

    @Test
    void filesOfAPatternAreInputsInTheOrderOfTheirNames() throws IOException {
        write(
                "a.zip",
                Zips.zip(files("b.csv", "id\n2\n", "notes.txt", "?", "a.csv", "id\n1\n", "in/c.csv", "id\n3\n")));

        assertThat(contents("a.zip!/*.csv")).containsExactly("a.csv id\n1\n", "b.csv id\n2\n");
        assertThat(contents("a.zip!/**.csv")).containsExactly("a.csv id\n1\n", "b.csv id\n2\n", "in/c.csv id\n3\n");
        assertThat(contents("a.zip!/in/*")).containsExactly("in/c.csv id\n3\n");
        assertThat(find("a.zip!/b.csv").list()).singleElement().satisfies(input -> {
            assertThat(input.name()).isEqualTo("a.zip!/b.csv");
            assertThat(input.address()).isEqualTo(folder.resolve("a.zip") + "!/b.csv");
            assertThat(input.file().address()).isEqualTo(folder.resolve("a.zip").toString());
            assertThat(InputSources.stamp(input.address())).isEqualTo(input.stamp());
            assertThat(input.isPlain()).isFalse();
        });
    }

    @Test
    void patternsOverArchivesFindFilesInEach() throws IOException {
        write("1.zip", Zips.zip(files("b.csv", "1b", "a.csv", "1a")));
        write("2.ZIP", Zips.zip(files("x.csv", "2x", "a.csv", "2a")));
        write("3.csv", "3".getBytes(UTF_8));

        assertThat(find("*.zip!/*.csv", "2.ZIP!/a.csv", "1.zip!/a.csv", "3.csv").list())
                .extracting(Input::name)
                .containsExactly("1.zip!/a.csv", "1.zip!/b.csv", "2.ZIP!/a.csv", "3.csv");
        assertThatThrownBy(() -> find("1.zip!/y.csv", "3.csv"))
                .isInstanceOfSatisfying(
                        InputException.class, e -> assertThat(e.isIncomplete()).isTrue())
                .hasMessageContaining("No file in " + folder.resolve("1.zip") + " matches 'y.csv'")
                .hasMessageContaining("it has b.csv, a.csv");
        assertThatThrownBy(() -> find("*.zip!/y.csv"))
                .isInstanceOfSatisfying(
                        InputException.class, e -> assertThat(e.isIncomplete()).isFalse());
    }

    @Test
    void fileThatIsNamedInEachOfTwoArchivesIsMissingInOne() throws IOException {
        write("1.zip", Zips.zip(files("x.csv", "1x")));
        write("2.zip", Zips.zip(files("y.csv", "2y")));

        assertThat(find("[12].zip!/x.csv").list()).hasSize(1);
        assertThatThrownBy(() -> find("1.zip!/x.csv", "2.zip!/x.csv"))
                .isInstanceOfSatisfying(
                        InputException.class, e -> assertThat(e.isIncomplete()).isTrue())
                .hasMessageStartingWith("No file in " + folder.resolve("2.zip") + " matches 'x.csv'");
    }

    @Test
    void filesOfAnArchiveThatALinkNamesTooAreReadOnce() throws IOException {
        write("a.zip", Zips.zip(files("x.csv", "1", "y.csv", "2", "z.csv", "3")));
        Files.createSymbolicLink(folder.resolve("latest.zip"), Path.of("a.zip"));

        assertThat(contents("a.zip!/x.csv", "latest.zip!/x.csv", "latest.zip!/y.csv"))
                .containsExactly("x.csv 1", "y.csv 2");
    }

    @Test
    void onlyFileNeedsNoName() throws IOException {
        write("a.zip", Zips.zip(files("in/", "", "in/x.csv", "id\n1\n", "__MACOSX/in/._x.csv", "?", ".DS_Store", "?")));

        assertThat(contents("a.zip")).containsExactly("in/x.csv id\n1\n");
        assertThat(contents("a.zip!/**")).containsExactly("in/x.csv id\n1\n");
        assertThat(contents("a.zip!/.DS_Store")).containsExactly(".DS_Store ?");
    }

    @Test
    void oneOfSeveralFilesHasToBeNamed() throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        for (int file = 1; file <= 12; file++) {
            files.put(file + ".csv", "id\n");
        }
        write("a.zip", Zips.zip(files));

        assertThatThrownBy(() -> find("a.zip"))
                .isInstanceOf(InputException.class)
                .hasMessage(
                        "%1$s has 12 files. Name those to import, such as '%1$s!/1.csv' or '%1$s!/**': it has 1.csv, 2.csv, 3.csv, 4.csv, 5.csv, 6.csv, 7.csv, 8.csv, 9.csv, 10.csv, and 2 more"
                                .formatted(folder.resolve("a.zip")));
        write("empty.zip", Zips.zip(files("in/", "")));
        assertThatThrownBy(() -> find("empty.zip")).hasMessageEndingWith("the archive has no file to import");
    }

    @Test
    void patternsDoNotCrossFolders() throws IOException {
        write("a.zip", Zips.zip(files("in/x.csv", "id\n1\n")));

        assertThatThrownBy(() -> find("a.zip!/*.csv"))
                .hasMessageEndingWith("it has in/x.csv. ** also finds files in folders");
    }

    static Stream<byte[]> forms() {
        Map<String, String> files = files("x.csv", "id\n1\n");
        byte[] stored = Zips.zip(Map.of(), out -> Zips.add(out, "x.csv", "id\n1\n", ZipArchiveOutputStream.STORED));
        byte[] plain = Zips.zip(files);
        byte[] zip64 = Zips.zip(files, out -> out.setUseZip64(Zip64Mode.Always));
        byte[] commented = Zips.zip(files, out -> out.setComment("PK\5\6 and more than a few words about it"));
        return Stream.of(
                plain,
                stored,
                zip64,
                commented,
                joined("#!/bin/sh\nexit\n".getBytes(UTF_8), plain),
                joined("#!/bin/sh\nexit\n".getBytes(UTF_8), zip64),
                joined(plain, new byte[1000]),
                joined(zip64, new byte[1000]));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void formsOfArchivesAreRead(byte[] zip) throws IOException {
        write("a.zip", zip);

        assertThat(contents("a.zip")).containsExactly("x.csv id\n1\n");
    }

    @Test
    void moreFilesThanA16BitNumberAreFound() throws IOException {
        Map<String, String> files = new LinkedHashMap<>();
        for (int file = 0; file < 70_000; file++) {
            files.put("%05d.csv".formatted(file), "id\n" + file + "\n");
        }
        write("a.zip", Zips.zip(files, out -> out.setLevel(1)));

        assertThat(contents("a.zip!/0000?.csv", "a.zip!/69999.csv")).hasSize(11).endsWith("69999.csv id\n69999\n");
        assertThatThrownBy(() -> find("a.zip!/*.csv")).hasMessageContaining("70,000 of its files are named");
    }

    @ParameterizedTest
    @CsvSource({"CP437, true", "CP437, false", "UTF-8, true", "UTF-8, false"})
    void namesOfAnyCharsetAreFound(String charset, boolean marked) throws IOException {
        write("a.zip", Zips.zip(files("aufträge.csv", "id\n"), out -> {
            out.setEncoding(charset);
            out.setUseLanguageEncodingFlag(marked);
            out.setCreateUnicodeExtraFields(marked ? UnicodeExtraFieldPolicy.ALWAYS : UnicodeExtraFieldPolicy.NEVER);
        }));

        assertThat(contents("a.zip!/aufträge.csv")).containsExactly("aufträge.csv id\n");
    }

    @Test
    void nameOfAFileIsNoPattern() throws IOException {
        write("a.zip", Zips.zip(files("[x].csv", "1", "x.csv", "2", "{.csv", "3")));

        assertThat(contents("a.zip!/[x].csv", "a.zip!/{.csv")).containsExactly("[x].csv 1", "{.csv 3");
    }

    static Stream<Arguments> unreadable() {
        Map<String, String> files = files("x.csv", "id\n1\n".repeat(99), "y.csv", "id\n2\n".repeat(99));
        return Stream.of(
                Arguments.of(patched(files, FLAGS, 1), "a.zip!/x.csv is encrypted, and passwords are not supported"),
                Arguments.of(patched(files, METHOD, 99), "a.zip!/x.csv is encrypted"),
                Arguments.of(patched(files, METHOD, 9), "a.zip!/x.csv is compressed with Deflate64"),
                Arguments.of(patched(files, METHOD, 77), "a.zip!/x.csv is compressed with method 77"),
                Arguments.of(Zips.zip(files("x.csv.gz", "?")), "a.zip!/x.csv.gz is an archive in an archive"),
                Arguments.of(Zips.zip(files("x.zip", "?")), "a.zip!/x.zip is an archive in an archive"),
                Arguments.of(Zips.zip(files("../x.csv", "?")), "a.zip!/../x.csv has a name that cannot be used"),
                Arguments.of(Zips.zip(files("/etc/x.csv", "?")), "a.zip!//etc/x.csv has a name that cannot be used"),
                Arguments.of(Zips.zip(files("in//x.csv", "?")), "has a name that cannot be used"),
                Arguments.of(
                        Zips.zip(files("in\u0007.csv", "?")), "a.zip!/in\\u0007.csv has a name that cannot be used"),
                Arguments.of(duplicates(), "a.zip!/x.csv: several files in the archive have this name"),
                Arguments.of(overlapping(), "shares bytes with another file of the archive"),
                Arguments.of(patched(files, LOCAL_HEADER, 1), "x.csv does not lie where the directory says"),
                Arguments.of(patched(files, 0, 1), "its directory is damaged"),
                Arguments.of(endPatched(files, 10, 3), "should list 3 files and folders, and lists 2"),
                Arguments.of(endPatched(files, 4, 1), "one part of a split archive"),
                Arguments.of(Arrays.copyOfRange(Zips.zip(files), 20, 400), "the directory at its end is missing"),
                Arguments.of(cutAtTheBeginning(files), "10 of its bytes are missing"),
                Arguments.of(
                        "id\n1\n".getBytes(UTF_8), "is not a whole ZIP archive: the directory at its end is missing"),
                Arguments.of(new byte[0], "the directory at its end is missing"));
    }

    @ParameterizedTest
    @MethodSource("unreadable")
    void archiveThatCannotBeReadIsNamed(byte[] zip, String message) throws IOException {
        write("a.zip", zip);

        assertThatThrownBy(() -> find("a.zip!/**"))
                .isInstanceOf(InputException.class)
                .hasMessageStartingWith(folder.resolve("a.zip").toString())
                .hasMessageContaining(message);
    }

    @Test
    void fileThatIsNotNamedMayBeUnreadable() throws IOException {
        write("a.zip", patched(files("x.csv", "id\n1\n", "y.csv", "id\n2\n"), METHOD, 9));

        assertThat(contents("a.zip!/y.csv")).containsExactly("y.csv id\n2\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {-3, 0, 5})
    void damagedContentIsNamed(int place) throws IOException {
        byte[] zip = Zips.zip(files("x.csv", "id\n" + "1234567890\n".repeat(9) + "x".repeat(5)));
        ByteBuffer bytes = ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN);
        int content = 30 + bytes.getShort(26) + bytes.getShort(28);
        zip[place < 0 ? content + bytes.getInt(entry(zip) + 20) + place : content + place] ^= 0x11;
        write("a.zip", zip);

        assertThatThrownBy(() -> contents("a.zip"))
                .isInstanceOf(UnreadableInputException.class)
                .hasMessageStartingWith(folder.resolve("a.zip") + "!/x.csv: the archive is damaged or cut short");
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 10_000})
    void sizeThatIsNotThatOfTheDirectoryIsRefused(int size) throws IOException {
        write("a.zip", patched(files("x.csv", "id\n" + "1\n".repeat(1_000)), SIZE, size));

        assertThatThrownBy(() -> contents("a.zip"))
                .isInstanceOf(UnreadableInputException.class)
                .hasMessageContaining("a.zip!/x.csv: the archive is damaged or cut short (its size is not the %,d bytes"
                        .formatted(size));
    }

    @Test
    void maxUnpackedSizeIsThatOfAllFilesOfAnArchive() throws IOException {
        write("a.zip", Zips.zip(files("x.csv", "x".repeat(600), "y.csv", "x".repeat(600))));
        InputSources sources =
                new InputSources(folder, InputStream.nullInputStream(), new InputRules(PathRoots.ANYWHERE, 1_000));

        assertThat(sources.find(List.of("a.zip!/x.csv")).list()).hasSize(1);
        assertThatThrownBy(() -> sources.find(List.of("a.zip!/*")))
                .hasMessageEndingWith(
                        "the files to import hold more than 1,000 bytes, which is what mongohaul.import.max-unpacked-size allows");
    }

    @Test
    void contentIsThatOfThePackedBytes() throws IOException {
        write("a.zip", Zips.zip(files("x.csv", "id\n1\n")));
        write("b.zip", joined(new byte[9], Zips.zip(files("a.txt", "?", "y.csv", "id\n1\n"))));
        write("c.zip", Zips.zip(files("x.csv", "id\n2\n")));

        assertThat(ContentDigest.of(find("b.zip!/y.csv"))).isEqualTo(ContentDigest.of(find("a.zip")));
        assertThat(ContentDigest.of(find("c.zip"))).isNotEqualTo(ContentDigest.of(find("a.zip")));
    }

    @Test
    void archiveThatGrowsIsNamed() throws IOException {
        write("a.zip", Zips.zip(files("x.csv", "id\n1\n")));
        Inputs found = find("a.zip");
        write("a.zip", Zips.zip(files("x.csv", "id\n1\n", "y.csv", "id\n1\n")));

        assertThatThrownBy(() -> found.list().get(0).open())
                .isInstanceOf(UnreadableInputException.class)
                .hasMessageStartingWith(folder.resolve("a.zip") + ": had ")
                .hasMessageEndingWith("import a file only when it is complete");
    }

    @Test
    void filesOfAFolderAreListedUnopened() throws IOException {
        write("1.zip", new byte[3]);
        write("2.zip", Zips.zip(files("x.csv", "", "y.csv", "")));

        assertThat(InputSources.in(folder).findAny(List.of("*.zip!/x.csv", "2.zip!/y.csv", "*.csv")))
                .extracting(Input::names)
                .containsExactly(
                        List.of(folder.resolve("1.zip") + "!/x.csv"),
                        List.of(folder.resolve("2.zip") + "!/x.csv", folder.resolve("2.zip") + "!/y.csv"));
    }

    @Test
    void folderOfAnArchiveIsTheOneThatRulesCheck() throws IOException {
        Path inner = Files.createDirectory(folder.resolve("in"));
        Files.write(inner.resolve("a.zip"), Zips.zip(files("x.csv", "id\n")));
        InputRules rules = new InputRules(new PathRoots(List.of(inner)), 1_000);

        rules.requireFolder(inner + "/a.zip!/**/x.csv");
        assertThat(PathRoots.around(List.of(inner + "/*.zip!/in/x.csv")).folders())
                .containsExactly(inner);
        assertThatThrownBy(() -> rules.requireFolder(folder + "/a.zip!/in/x.csv"))
                .hasMessageContaining("is outside of " + inner);
    }

    private static Map<String, String> files(String... namesAndTexts) {
        Map<String, String> files = new LinkedHashMap<>();
        for (int at = 0; at < namesAndTexts.length; at += 2) {
            files.put(namesAndTexts[at], namesAndTexts[at + 1]);
        }
        return files;
    }

    private static byte[] duplicates() {
        return Zips.zip(
                files("x.csv", "id\n1\n"), out -> Zips.add(out, "x.csv", "id\n2\n", ZipArchiveOutputStream.DEFLATED));
    }

    /** Returns an archive whose second entry has the bytes of the first one. */
    private static byte[] overlapping() {
        byte[] zip = Zips.zip(files("x.csv", "id\n1\n", "y.csv", "id\n1\n"));
        ByteBuffer bytes = ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN);
        int first = entry(zip);
        int second = first + 46 + bytes.getShort(first + 28) + bytes.getShort(first + 30);
        bytes.putInt(second + LOCAL_HEADER, 0);
        return zip;
    }

    private static byte[] cutAtTheBeginning(Map<String, String> files) {
        byte[] zip = Zips.zip(files);
        return Arrays.copyOfRange(zip, 10, zip.length);
    }

    /** Returns an archive with another value in the first entry of its directory. */
    private static byte[] patched(Map<String, String> files, int field, int value) {
        byte[] zip = Zips.zip(files);
        ByteBuffer bytes = ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN);
        if (field == FLAGS || field == METHOD) {
            bytes.putShort(entry(zip) + field, (short) value);
        } else {
            bytes.putInt(entry(zip) + field, value);
        }
        return zip;
    }

    private static byte[] endPatched(Map<String, String> files, int field, int value) {
        byte[] zip = Zips.zip(files);
        zip[zip.length - END_OF_DIRECTORY + field] = (byte) value;
        return zip;
    }

    private static int entry(byte[] zip) {
        ByteBuffer bytes = ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN);
        int at = 0;
        while (bytes.getInt(at) != DIRECTORY_ENTRY) {
            at++;
        }
        return at;
    }

    private static byte[] joined(byte[] first, byte[] second) {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.writeBytes(first);
        both.writeBytes(second);
        return both.toByteArray();
    }

    private void write(String name, byte[] bytes) throws IOException {
        Files.write(folder.resolve(name), bytes);
    }

    private Inputs find(String... names) {
        return InputSources.in(folder).find(List.of(names));
    }

    /** Returns the name of each file in its archive, with its content. */
    private List<String> contents(String... names) throws IOException {
        List<String> contents = new ArrayList<>();
        for (Input input : find(names).list()) {
            try (InputStream in = input.open()) {
                contents.add(MemberName.of(input.name()).member() + " " + new String(in.readAllBytes(), UTF_8));
            }
        }
        return contents;
    }
}
