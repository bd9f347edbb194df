package dev.mongohaul.job.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.job.TestJob;
import dev.mongohaul.mongo.TestDatabases;
import dev.mongohaul.repository.run.RunStatus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Archives that are damaged after an intact beginning. */
class DamagedArchiveIT {

    private static final int ROWS = 40_000;

    private static Program program;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        program = Program.start(TestDatabases.take());
    }

    @AfterAll
    static void stop() {
        TestDatabases.giveBack(program.database().getName());
        program.close();
    }

    @ParameterizedTest
    @CsvSource({
        "gz, CUT",
        "gz, CUT_IN_ITS_SUMS",
        "gz, FOLLOWED",
        "gz, FLIPPED",
        "zst, CUT",
        "zst, FOLLOWED",
        "zst, FLIPPED",
        "bz2, CUT",
        "bz2, FOLLOWED",
        "bz2, FLIPPED"
    })
    void archiveIsRefusedBeforeAnythingIsWritten(String suffix, Damage damage) throws IOException {
        String name = suffix + "-" + damage.name().toLowerCase(Locale.ROOT);
        TestJob job = TestJob.in(folder, name, "source: {files: in.csv." + suffix + "}")
                .input("in.csv." + suffix, damage.to(pack(suffix)));

        assertThatThrownBy(() -> program.run(job.prepare()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(folder.resolve("in.csv." + suffix) + ": the archive is damaged or cut short")
                .hasMessageContaining("get the file again")
                .hasMessageNotContainingAny("\n", "null");
        assertThat(program.documents(name)).isEmpty();

        job.input("in.csv." + suffix, pack(suffix));

        assertThat(program.run(job.prepare()).ending()).isEqualTo(RunStatus.COMPLETED);
        assertThat(program.documents(name)).hasSize(ROWS).allSatisfy(DamagedArchiveIT::isWhole);
    }

    /** Damage of an archive. */
    enum Damage {
        CUT {
            @Override
            byte[] to(byte[] archive) {
                return Arrays.copyOf(archive, archive.length - 20);
            }
        },
        CUT_IN_ITS_SUMS {
            @Override
            byte[] to(byte[] archive) {
                return Arrays.copyOf(archive, archive.length - 3);
            }
        },
        FOLLOWED {
            @Override
            byte[] to(byte[] archive) {
                byte[] longer = Arrays.copyOf(archive, archive.length + 20);
                Arrays.fill(longer, archive.length, longer.length, (byte) 'x');
                return longer;
            }
        },
        FLIPPED {
            @Override
            byte[] to(byte[] archive) {
                archive[archive.length - 6] ^= 0x55;
                return archive;
            }
        };

        abstract byte[] to(byte[] archive);
    }

    private static void isWhole(Document document) {
        assertThat(document.getString("text")).isEqualTo("row " + document.getString("n"));
    }

    private static byte[] pack(String suffix) throws IOException {
        byte[] csv = Rows.csv(ROWS).getBytes(UTF_8);
        if (suffix.equals("zst")) {
            return Zstd.compress(csv);
        }
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream packer =
                suffix.equals("gz") ? new GZIPOutputStream(packed) : new BZip2CompressorOutputStream(packed, 1)) {
            packer.write(csv);
        }
        return packed.toByteArray();
    }
}
