package dev.mongohaul.job.step;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.RecordLocation;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.mapping.DocumentMapper;
import dev.mongohaul.mapping.MappedDocument;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mapping.UnmappedRecord;
import dev.mongohaul.repository.target.IdBytes;
import dev.mongohaul.repository.target.SeenIdRecorder;
import dev.mongohaul.writer.delivery.ChunkWriter;
import java.util.List;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * Ids of the records of a snapshot, including those that are rejected. A filtered record counts as one that the input
 * lacks.
 *
 * @param idMapper makes the ids of records whose other cells are refused
 */
record SeenRecords<D>(
        SeenIdRecorder ids, DocumentMapper<RawBsonDocument> idMapper, ChunkWriter<D> writer, Inputs inputs) {

    void add(List<? extends MappedItem<D>> records) {
        for (MappedItem<D> record : records) {
            if (record instanceof MappedDocument<D> document) {
                add(record, IdBytes.of(writer.encode(document.content())));
            } else if (record instanceof UnmappedRecord<D> rejected) {
                add(record, idOfRejected(rejected.source()));
            }
        }
    }

    private void add(MappedItem<D> record, byte @Nullable [] id) {
        ids.add(id, () -> place(record.source().location()));
    }

    private byte @Nullable [] idOfRejected(CsvItem record) {
        return idMapper.map(record) instanceof MappedDocument<RawBsonDocument> mapped
                ? IdBytes.of(mapped.content())
                : null;
    }

    private String place(RecordLocation location) {
        return inputs.list().get(location.input()).name() + ":" + location.line();
    }
}
