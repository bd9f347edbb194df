package dev.mongohaul.job.step;

import dev.mongohaul.mapping.MappedItem.MappedDocument;
import dev.mongohaul.repository.InFlight;
import dev.mongohaul.repository.PieceProgress;
import dev.mongohaul.writer.delivery.DocumentItemWriter;
import dev.mongohaul.writer.delivery.Foreseen;
import dev.mongohaul.writer.delivery.WriteItem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Saves what is foreseen of a chunk's records before they are sent, and takes up what an earlier try foresaw of them: it
 * may have sent them, so that looking again would find its own documents.
 */
final class ForesightLog<D> {

    private final PieceProgress progress;
    private final DocumentItemWriter<D> writer;

    ForesightLog(PieceProgress progress, DocumentItemWriter<D> writer) {
        this.progress = progress;
        this.writer = writer;
    }

    /**
     * Foresees the chunk.
     *
     * @param sources of the items, one each
     * @param end offset behind the last record of the chunk
     */
    void foresee(List<WriteItem<D>> items, List<MappedDocument<D>> sources, long end) {
        InFlight earlier = progress.piece().inFlight();
        Map<Long, Foreseen> notes = notes(earlier);
        long sentTo = earlier == null ? 0 : earlier.to();
        for (int index = 0; index < items.size(); index++) {
            long offset = offset(sources.get(index));
            if (offset < sentTo) {
                items.get(index).restore(notes.getOrDefault(offset, Foreseen.OPEN));
            }
        }
        writer.foresee(items);
        if (sentTo < end) {
            for (int index = 0; index < items.size(); index++) {
                notes.put(offset(sources.get(index)), items.get(index).foreseen());
            }
            progress.send(new InFlight(end, byWord(notes)));
        }
    }

    private static Map<Long, Foreseen> notes(@Nullable InFlight earlier) {
        Map<Long, Foreseen> notes = new HashMap<>();
        if (earlier != null) {
            earlier.notes()
                    .forEach((word, offsets) -> offsets.forEach(offset -> notes.put(offset, Foreseen.valueOf(word))));
        }
        return notes;
    }

    private static Map<String, List<Long>> byWord(Map<Long, Foreseen> notes) {
        Map<String, List<Long>> byWord = new HashMap<>();
        notes.forEach((offset, foreseen) -> {
            if (foreseen != Foreseen.OPEN) {
                byWord.computeIfAbsent(foreseen.name(), unseen -> new ArrayList<>())
                        .add(offset);
            }
        });
        return byWord;
    }

    private static long offset(MappedDocument<?> document) {
        return document.source().location().offset();
    }
}
