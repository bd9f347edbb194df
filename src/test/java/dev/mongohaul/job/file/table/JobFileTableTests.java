package dev.mongohaul.job.file.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.job.file.form.SettingRow;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobFileTableTests {

    private static final List<SettingRow> ROWS = JobFileTable.rows();

    @Test
    void keysThatAreAlwaysNeededAreFilesAndCollection() {
        assertThat(ROWS)
                .filteredOn(row -> row.overridable() && row.required())
                .extracting(SettingRow::key)
                .containsExactly("source.files", "target.collection", "schedule.cron");
    }

    @Test
    void everyKeyOfTheTableIsThere() {
        assertThat(ROWS)
                .filteredOn(SettingRow::overridable)
                .extracting(SettingRow::key)
                .containsExactly(
                        "description",
                        "entity",
                        "source.files",
                        "source.charset",
                        "source.delimiter",
                        "source.quote",
                        "source.escape",
                        "source.header",
                        "source.skip-lines",
                        "source.comment",
                        "source.stray-quotes",
                        "source.ragged",
                        "source.trim",
                        "target.database",
                        "target.collection",
                        "target.id",
                        "target.indexes",
                        "fields",
                        "unlisted",
                        "blanks",
                        "nulls",
                        "write.writer",
                        "write.operation",
                        "write.match",
                        "write.upsert",
                        "write.unmatched",
                        "write.keys",
                        "write.ordered",
                        "write.write-concern",
                        "write.chunk-size",
                        "write.chunk-bytes",
                        "write.buffer",
                        "partition.grid-size",
                        "rejects.limit",
                        "rejects.directory",
                        "unfinished",
                        "empty",
                        "schedule.cron",
                        "schedule.zone",
                        "schedule.missed",
                        "schedule.wait",
                        "notify.rejects",
                        "notify.slower",
                        "retention");
    }

    @Test
    void everyKeySaysWhatItMeansAndWhatItTakes() {
        assertThat(ROWS).allSatisfy(row -> {
            assertThat(row.meaning()).as(row.key()).isNotBlank();
            assertThat(row.allowed()).as(row.key()).isNotBlank();
        });
    }
}
