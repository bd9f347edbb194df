package dev.mongohaul.job.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SettingsSchemaTests {

    private static final List<SettingRow> ROWS = JobFileReader.settings();

    @Test
    void requiredKeysAreFilesCollectionAndCron() {
        assertThat(ROWS)
                .filteredOn(row -> row.settable() && isRequired(row))
                .extracting(SettingRow::key)
                .containsExactly("source.files", "target.collection", "schedule.cron");
    }

    @Test
    void schemaHasEveryKey() {
        assertThat(ROWS)
                .filteredOn(SettingRow::settable)
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
                        "source.skip-last-lines",
                        "source.comment",
                        "source.stray-quotes",
                        "source.ragged",
                        "source.trim",
                        "target.database",
                        "target.collection",
                        "target.id",
                        "target.id-only",
                        "target.clustered",
                        "target.validator",
                        "target.indexes",
                        "fields",
                        "unlisted",
                        "blanks",
                        "nulls",
                        "leading-zeros",
                        "write.writer",
                        "write.operation",
                        "write.match",
                        "write.upsert",
                        "write.unmatched",
                        "write.keys",
                        "write.compare",
                        "write.ordered",
                        "write.write-concern",
                        "write.chunk-size",
                        "write.chunk-bytes",
                        "write.buffer",
                        "write.load",
                        "swap.min-records",
                        "swap.by",
                        "swap.keep",
                        "partition.grid-size",
                        "partition.size",
                        "workers.window",
                        "workers.priority",
                        "workers.manager-works",
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
                        "retention",
                        "drift.new-column",
                        "drift.missing-column",
                        "drift.records",
                        "drift.blanks",
                        "drift.misfits",
                        "drift.lengths",
                        "snapshot.deletes",
                        "snapshot.mark-field",
                        "snapshot.max-deletes",
                        "snapshot.within",
                        "undo.hashes",
                        "undo.keep",
                        "undo.max-size");
    }

    @Test
    void everyKeyHasADescriptionAndAllowedValues() {
        assertThat(ROWS).allSatisfy(row -> {
            assertThat(row.schema().path("description").stringValue(""))
                    .as(row.key())
                    .isNotBlank();
            assertThat(SettingsSchema.allowed(row.schema())).as(row.key()).isNotBlank();
        });
    }

    private static boolean isRequired(SettingRow row) {
        JsonNode schema = JobFileReader.SCHEMA.root();
        int dot = row.key().lastIndexOf('.');
        JsonNode group =
                dot < 0 ? schema : schema.path("properties").path(row.key().substring(0, dot));
        return group.path("required")
                .valueStream()
                .anyMatch(name -> name.stringValue().equals(row.name()));
    }
}
