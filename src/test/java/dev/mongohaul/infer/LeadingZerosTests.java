package dev.mongohaul.infer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.csv.source.InputRules;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Leading zeros and plus signs that the sample of an inferred job did not have. */
class LeadingZerosTests {

    private static final SampleSize SMALL = new SampleSize(6400, 64);
    private static final String KEPT =
            "leading-zeros: reject  # numbers such as 007 and +49, which would lose their zeros or their sign\n";

    @TempDir
    private Path folder;

    @Test
    void valuesBeyondTheSampleAreRejected() throws IOException {
        StringBuilder csv = new StringBuilder("id,code,price\n");
        for (int record = 0; record < 5000; record++) {
            csv.append(record).append(",").append(record % 90 + 10).append(",2.50\n");
        }
        csv.append("5000,01234,3.50\n5001,+4930,3.50\n5002,12,007\n");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("in.csv.gz")))) {
            out.write(csv.toString().getBytes(StandardCharsets.UTF_8));
        }

        Inferred inferred = Inferred.of(folder, SMALL, "in.csv.gz");

        assertThat(inferred.text()).contains("  code: int32\n", KEPT);
        assertThat(inferred.rejects())
                .hasSize(3)
                .allMatch(reason -> reason.contains(
                        "has leading zeros or a plus sign, which a number loses: type string keeps them"));
        assertThat(inferred.documents()).hasSize(5000);
    }

    @Test
    void valuesOfALaterFileAreRejected() throws IOException {
        Files.writeString(folder.resolve("in.csv"), "id,code,share\n1,7,5 %\n2,8,6 %\n");
        Inferred inferred = Inferred.of(folder, "in.csv");

        Files.writeString(folder.resolve("in.csv"), "id,code,share\n3,007,05 %\n4,9,+6 %\n");

        assertThat(inferred.rejects()).singleElement().asString().contains("\"007\" has leading zeros");
        assertThat(inferred.documents())
                .extracting(document -> document.get("share"))
                .containsExactly(6);
    }

    @Test
    void numbersOfTheUserKeepTheirMeaning() throws IOException {
        Files.writeString(folder.resolve("in.csv"), "id,code,shelf,ids\n1,7,007,1\n2,8,+12,02;3\n");

        Inferred inferred = new Inferred(
                folder,
                infer(Map.of(
                        "fields.shelf",
                        "int32",
                        "fields.ids",
                        Map.of("type", "array", "of", "int32", "separator", ";"))));

        assertThat(inferred.text()).contains("  shelf: {type: int32, leading-zeros: allow}\n", KEPT);
        assertThat(inferred.documents())
                .extracting(document -> List.of(document.get("shelf"), document.get("ids")))
                .containsExactly(List.of(7, List.of(1)), List.of(12, List.of(2, 3)));
    }

    @Test
    void settingOfTheUserCounts() throws IOException {
        Files.writeString(folder.resolve("in.csv"), "id\n1\n2\n");
        Inferred inferred = new Inferred(folder, infer(Map.of("leading-zeros", "allow")));

        Files.writeString(folder.resolve("in.csv"), "id\n007\n");

        assertThat(inferred.documents()).singleElement().isEqualTo(new Document("_id", 7).append("id", 7));
    }

    @Test
    void textsNeedNoSetting() throws IOException {
        Files.writeString(folder.resolve("in.csv"), "id,share\nx,5 %\ny,6 %\n");

        assertThat(Inferred.of(folder, "in.csv").text()).doesNotContain("leading-zeros");
    }

    private String infer(Map<String, Object> settings) {
        return new JobInference(folder, SampleSize.USUAL, InputRules.ANY)
                .infer(List.of("in.csv"), new Hints(settings, true, false, null, null))
                .text();
    }
}
