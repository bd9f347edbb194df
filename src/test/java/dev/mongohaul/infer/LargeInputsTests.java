package dev.mongohaul.infer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Inputs that are larger than the sample, packed, or in several files. */
class LargeInputsTests {

    private static final SampleSize SMALL = new SampleSize(6400, 64);

    @TempDir
    private Path folder;

    @Test
    void placesOfAPlainFileAreRead() throws IOException {
        Files.writeString(folder.resolve("in.csv"), records(20_000, 19_990, "a\nb"));

        Inferred inferred = Inferred.of(folder, SMALL, "in.csv");

        assertThat(inferred.text()).contains(" records at 64 places; 'mongohaul check' reads the whole input\n");
        assertThat(inferred.text()).contains("  n: int32\n").contains("  id: [id]  # unique in ");
        assertThat(inferred.rejects()).isEmpty();
        assertThat(inferred.documents()).hasSize(20_000);
    }

    @Test
    void laterRecordsThatLookLikeCommentsAreRecords() throws IOException {
        StringBuilder csv = new StringBuilder("tag,n\nx,1\n# note\n");
        for (int record = 0; record < 60_000; record++) {
            csv.append(record < 40_000 ? "plain," : "#tag,").append(record).append('\n');
        }
        Files.writeString(folder.resolve("in.csv"), csv);

        Inferred inferred = Inferred.of(folder, "in.csv");

        assertThat(inferred.text()).doesNotContain("comment:").contains("# 1 record is rejected, with fewer cells");
        assertThat(inferred.documents()).hasSize(60_001);
    }

    @Test
    void lastRecordsAreRead() throws IOException {
        Files.writeString(folder.resolve("in.csv"), records(20_000, 0, "x") + "20000,text,many\n");

        assertThat(Inferred.of(folder, SMALL, "in.csv").text())
                .contains("  n: string  # an int32 except for 1 of ", "cells: \"many\"; int32 rejects it\n");
    }

    @Test
    void placesThatBeginInsideRecordsAreLeftOut() throws IOException {
        String inner = "1,2,3\n4,5,6\n".repeat(40);
        StringBuilder csv = new StringBuilder("id,text\n");
        for (int record = 0; record < 200; record++) {
            csv.append(record).append(",\"").append(inner).append("\"\n");
        }
        Files.writeString(folder.resolve("in.csv"), csv);

        Inferred inferred = Inferred.of(folder, SMALL, "in.csv");

        assertThat(inferred.text()).contains("  id: int32\n").doesNotContain("ragged");
        assertThat(inferred.rejects()).isEmpty();
    }

    @Test
    void beginningOfALargeArchiveIsRead() throws IOException {
        gzip("in.csv.gz", records(20_000, 19_990, "x"));

        Inferred inferred = Inferred.of(folder, SMALL, "in.csv.gz");

        assertThat(inferred.text())
                .containsPattern("# Inferred from the first [0-9,]+ records; 'mongohaul check' reads the whole input\n")
                .contains("-o jobs/in.yml", "  files: in.csv.gz\n");
        assertThat(inferred.documents()).hasSize(20_000);
    }

    @Test
    void smallArchiveIsReadAsAWhole() throws IOException {
        gzip("in.csv.gz", records(20, 0, "x"));

        assertThat(Inferred.of(folder, "in.csv.gz").text()).contains("# Inferred from all 20 records\n");
    }

    @Test
    void severalFilesAreOneInput() throws IOException {
        Files.createDirectory(folder.resolve("in"));
        Files.writeString(folder.resolve("in/orders-1.csv"), "id,n\n1,5\n2,6\n");
        Files.writeString(folder.resolve("in/orders-2.csv"), "id,n\n3,2147483648\n");

        Inferred inferred = Inferred.of(folder, "in/orders-*.csv");

        assertThat(inferred.text())
                .contains("# Inferred from all 3 records\n", "  n: int64\n", "  collection: orders\n")
                .contains("  files: in/orders-*.csv\n", "infer 'in/orders-*.csv' -o jobs/orders.yml");
        assertThat(inferred.documents()).hasSize(3);
    }

    @Test
    void fileBesideTheFolderIsNamedByItsWholePath() throws IOException {
        Path working = Files.createDirectory(folder.resolve("work"));
        Files.writeString(folder.resolve("a b: c.csv"), "id\n1\n");

        Inferred inferred = Inferred.of(working, "../a b: c.csv");

        assertThat(inferred.text())
                .contains("  files: \"" + folder.resolve("a b: c.csv") + "\"\n", "-o jobs/a-b-c.yml");
        assertThat(inferred.documents()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "orders.csv, orders",
        "Orders 2026.CSV.txt, Orders-2026-CSV",
        "Städte.csv.zst, Stadte",
        "system.x.csv, system-x",
        "..csv, records",
        "漢字.csv, records",
        "orders-*.csv, orders"
    })
    void jobIsNamedAfterTheFirstFile(String file, String name) {
        assertThat(SourceNames.of(folder, List.of(file, "other.csv")).job()).isEqualTo(name);
    }

    private static String records(int count, int odd, String text) {
        StringBuilder csv = new StringBuilder("id,text,n\n");
        for (int record = 0; record < count; record++) {
            csv.append(record)
                    .append(",\"")
                    .append(record == odd ? text : "plain")
                    .append("\",")
                    .append(record % 100)
                    .append('\n');
        }
        return csv.toString();
    }

    private void gzip(String name, String content) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve(name)))) {
            out.write(content.getBytes(StandardCharsets.UTF_8));
        }
    }
}
