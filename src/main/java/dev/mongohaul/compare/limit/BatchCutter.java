package dev.mongohaul.compare.limit;

import java.util.ArrayList;
import java.util.List;

/** Cuts a row of documents into messages of at most so many, and of about 8 MiB at most, as an import's chunks are. */
final class BatchCutter {

    private static final int FULL_BYTES = 8 << 20;

    private final int chunkSize;
    private final List<Batch> batches = new ArrayList<>();
    private long offset;
    private int bytes;
    private int documents;

    BatchCutter(int chunkSize) {
        this.chunkSize = chunkSize;
    }

    /** The next document has so many bytes. */
    void add(int length) {
        bytes += length;
        documents++;
        if (documents == chunkSize || bytes >= FULL_BYTES) {
            end();
        }
    }

    /** All batches, when no document is to come any more. */
    List<Batch> finish() {
        end();
        return List.copyOf(batches);
    }

    private void end() {
        if (documents > 0) {
            batches.add(new Batch(offset, bytes, documents));
            offset += bytes;
            bytes = 0;
            documents = 0;
        }
    }
}
