package dev.mongohaul.job.step;

import dev.mongohaul.mapping.MappedDocument;
import dev.mongohaul.repository.InFlight;
import dev.mongohaul.repository.PieceProgress;
import dev.mongohaul.writer.delivery.DocumentItemWriter;
import dev.mongohaul.writer.delivery.WriteItem;
import dev.mongohaul.writer.delivery.WriteItem.ExpectedOutcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Saves what is foreseen of a chunk's records before they are sent, and takes up what an earlier try foresaw of them: it
 * may have sent them, so that looking again would find its own documents.
 */
final class PreCheckLog<D> {

    private final PieceProgress progress;
    private final DocumentItemWriter<D> writer;

    PreCheckLog(PieceProgress progress, DocumentItemWriter<D> writer) {
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
        Map<Long, ExpectedOutcome> notes = notes(earlier);
        long sentTo = earlier == null ? 0 : earlier.to();
        for (int index = 0; index < items.size(); index++) {
            long offset = offset(sources.get(index));
            if (offset < sentTo) {
                items.get(index).restore(notes.getOrDefault(offset, ExpectedOutcome.OPEN));
            }
        }
        writer.preCheck(items);
        if (sentTo < end) {
            for (int index = 0; index < items.size(); index++) {
                notes.put(offset(sources.get(index)), items.get(index).expectedOutcome());
            }
            progress.send(new InFlight(end, byWord(notes)));
        }
    }

    private static Map<Long, ExpectedOutcome> notes(@Nullable InFlight earlier) {
        Map<Long, ExpectedOutcome> notes = new HashMap<>();
        if (earlier != null) {
            earlier.notes()
                    .forEach((word, offsets) ->
                            offsets.forEach(offset -> notes.put(offset, ExpectedOutcome.valueOf(word))));
        }
        return notes;
    }

    private static Map<String, List<Long>> byWord(Map<Long, ExpectedOutcome> notes) {
        Map<String, List<Long>> byWord = new HashMap<>();
        notes.forEach((offset, foreseen) -> {
            if (foreseen != ExpectedOutcome.OPEN) {
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
