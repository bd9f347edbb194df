package dev.mongohaul.infer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.csv.source.InputRules;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.DocumentCodec;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Files with the habits of people and programs of many countries: all values that {@code import FILE} stores, and its notes. */
class MessyFilesTests {

    @TempDir
    private Path folder;

    /**
     * File made by hand.
     *
     * @param documents in extended JSON, without {@code _id}
     * @param notes all sentences about the charset and columns
     */
    record Messy(String name, String charset, boolean bom, String input, List<String> documents, List<String> notes) {

        byte[] bytes() {
            return ((bom ? "\uFEFF" : "") + input.replace("\n", "\r\n")).getBytes(Charset.forName(charset));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Messy> files() throws IOException {
        try (InputStream in = MessyFilesTests.class.getResourceAsStream("/infer/messy.yaml")) {
            return Stream.of(YAMLMapper.builder()
                    .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                    .build()
                    .readValue(in, Messy[].class));
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void valuesAreRightOrNamed(Messy file) throws IOException {
        Files.write(folder.resolve("in.csv"), file.bytes());

        Guess job = new JobInference(folder, InputRules.ANY)
                .infer(List.of("in.csv"), new Hints(Map.of(), false, false, null, null));

        assertThat(new Inferred(folder, job.text()).documents().stream().map(MessyFilesTests::withoutId))
                .containsExactlyElementsOf(
                        file.documents().stream().map(RawBsonDocument::parse).toList());
        assertThat(job.notes())
                .filteredOn(note -> note.startsWith("fields.")
                        || note.contains("may be one date")
                        || (note.startsWith("Charset ") && !note.startsWith("Charset UTF-8")))
                .containsExactlyInAnyOrderElementsOf(file.notes());
    }

    private static RawBsonDocument withoutId(Document document) {
        Document copy = new Document(document);
        copy.remove("_id");
        return new RawBsonDocument(copy, new DocumentCodec());
    }
}
