package dev.mongohaul.infer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.source.InputRules;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Inferred job files, as cases in {@code src/test/resources/infer}. */
class JobInferenceTests {

    /**
     * Inference case.
     *
     * @param encoding of the file; UTF-8 by default
     * @param says lines of the job file
     * @param saysNot texts that are not in it
     * @param notes sentences about the input
     * @param refused beginning of the message, if no job is inferred
     * @param documents how many an import stores
     * @param values those that it stores first, in extended JSON without ids; null if they are not compared
     * @param rejects how many records an import rejects; none by default
     */
    record Case(
            String name,
            String input,
            @Nullable String encoding,
            @Nullable List<String> says,
            @Nullable List<String> saysNot,
            @Nullable List<String> notes,
            @Nullable String refused,
            int documents,
            @Nullable List<String> values,
            int rejects) {

        @Override
        public String toString() {
            return name;
        }
    }

    @TempDir
    private Path folder;

    static Stream<Case> dialects() throws IOException {
        return cases("dialects.yaml");
    }

    static Stream<Case> headers() throws IOException {
        return cases("headers.yaml");
    }

    static Stream<Case> types() throws IOException {
        return cases("types.yaml");
    }

    static Stream<Case> ids() throws IOException {
        return cases("ids.yaml");
    }

    static Stream<Case> edges() throws IOException {
        return cases("edges.yaml");
    }

    @ParameterizedTest
    @MethodSource({"dialects", "headers", "types", "ids", "edges"})
    void inferredJobHasTheLinesAndImportsTheInput(Case one) throws IOException {
        Charset encoding = Charset.forName(Objects.requireNonNullElse(one.encoding, "UTF-8"));
        Files.write(folder.resolve("in.csv"), one.input.getBytes(encoding));

        JobInference inference = new JobInference(folder, InputRules.ANY);
        if (one.refused != null) {
            assertThatThrownBy(() -> inference.infer(List.of("in.csv"), Inferred.NO_HINTS))
                    .isInstanceOf(InputException.class)
                    .hasMessageStartingWith(one.refused);
            return;
        }
        Guess job = inference.infer(List.of("in.csv"), Inferred.NO_HINTS);
        Inferred inferred = new Inferred(folder, job.text());

        assertThat(job.notes()).containsAll(Objects.requireNonNullElse(one.notes, List.of()));
        assertThat(inferred.text().lines()).containsAll(Objects.requireNonNullElse(one.says, List.of()));
        assertThat(inferred.text()).doesNotContain(Objects.requireNonNullElse(one.saysNot, List.of("???")));
        assertThat(inferred.rejects()).as(inferred.text()).hasSize(one.rejects);
        assertThat(inferred.documents()).as(inferred.text()).hasSize(one.documents);
        if (one.values != null) {
            assertThat(inferred.documents().stream().limit(one.values.size()).map(JobInferenceTests::withoutId))
                    .containsExactlyElementsOf(
                            one.values.stream().map(Document::parse).toList());
        }
    }

    /** Returns the document without its id, as extended JSON has it. */
    private static Document withoutId(Document stored) {
        Document copy = new Document(stored);
        copy.remove("_id");
        return Document.parse(copy.toJson());
    }

    private static Stream<Case> cases(String file) throws IOException {
        try (InputStream in = JobInferenceTests.class.getResourceAsStream("/infer/" + file)) {
            Case[] cases = YAMLMapper.builder()
                    .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                    .build()
                    .readValue(in, Case[].class);
            assertThat(cases).isNotEmpty();
            return Stream.of(cases);
        }
    }
}
