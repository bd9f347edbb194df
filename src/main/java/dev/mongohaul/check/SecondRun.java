package dev.mongohaul.check;

import dev.mongohaul.csv.CsvItem;
import dev.mongohaul.csv.RecordLocation;
import dev.mongohaul.job.ImportJob;
import dev.mongohaul.job.run.ImportFailedException;
import dev.mongohaul.mapping.MappedDocument;
import dev.mongohaul.mapping.MappedItem;
import dev.mongohaul.mapping.Rendering;
import dev.mongohaul.mapping.UnmappedRecord;
import dev.mongohaul.text.Printable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.codecs.BsonDocumentCodec;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.infrastructure.item.ItemProcessor;

/**
 * Second run of a job's processor over the records of a check. An import that resumes processes records again, so that
 * both runs must make the same of each record. Not thread-safe.
 *
 * <p>The second run takes the records of a chunk after the first one, and backwards: a processor that counts, remembers
 * or asks for the time makes something else of them.
 */
final class SecondRun<D> {

    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    private final ImportJob job;
    private final Rendering<D> rendering;
    private final ItemProcessor<CsvItem, MappedItem<D>> mapper;

    SecondRun(ImportJob job, Rendering<D> rendering) {
        this.job = job;
        this.rendering = rendering;
        this.mapper = CheckLauncher.mapper(job, rendering);
    }

    /** Processes the records of a chunk again; throws an {@link ImportFailedException} that names the first difference. */
    void requireSame(List<? extends MappedItem<D>> chunk) {
        String difference = null;
        for (int index = chunk.size() - 1; index >= 0; index--) {
            MappedItem<D> first = chunk.get(index);
            String found = difference(first, again(first.source()));
            if (found != null) {
                RecordLocation place = first.source().location();
                difference = "%s:%d: %s"
                        .formatted(job.inputs().list().get(place.input()).name(), place.line(), found);
            }
        }
        if (difference != null) {
            throw new ImportFailedException(difference
                    + ". The processor is no pure function: an import that resumes processes some records again, and"
                    + " must make the same documents of them. Let it use nothing but the record and its settings");
        }
    }

    private MappedItem<D> again(CsvItem source) {
        try {
            MappedItem<D> item = mapper.process(source);
            if (item == null) {
                throw new IllegalStateException("a mapper returned nothing");
            }
            return item;
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private @Nullable String difference(MappedItem<D> first, MappedItem<D> second) {
        if (first instanceof MappedDocument<D> one && second instanceof MappedDocument<D> two) {
            return difference("", document(one), document(two));
        }
        String before = outcome(first);
        String after = outcome(second);
        return before.equals(after) ? null : "the first run %s it, and the second run %s it".formatted(before, after);
    }

    private static String outcome(MappedItem<?> item) {
        if (item instanceof UnmappedRecord<?> reject) {
            return "rejected (%s)".formatted(Printable.excerpt(reject.reason()));
        }
        return item instanceof MappedDocument<?> ? "kept" : "filtered";
    }

    private BsonDocument document(MappedDocument<D> mapped) {
        return rendering.encode(mapped.content()).decode(CODEC);
    }

    private static @Nullable String difference(String path, BsonDocument first, BsonDocument second) {
        Set<String> names = new LinkedHashSet<>(first.keySet());
        names.addAll(second.keySet());
        for (String name : names) {
            BsonValue one = first.get(name);
            BsonValue two = second.get(name);
            String field = path + name;
            if (one instanceof BsonDocument nested && two instanceof BsonDocument other) {
                String within = difference(field + ".", nested, other);
                if (within != null) {
                    return within;
                }
            } else if (one == null || !one.equals(two)) {
                return "the field %s is %s in the first run and %s in the second"
                        .formatted(Printable.quoted(field), shown(one), shown(two));
            }
        }
        return List.copyOf(first.keySet()).equals(List.copyOf(second.keySet()))
                ? null
                : "the fields %sare in another order in the second run: %s and %s"
                        .formatted(
                                path.isEmpty()
                                        ? ""
                                        : "of " + Printable.quoted(path.substring(0, path.length() - 1)) + " ",
                                first.keySet(),
                                second.keySet());
    }

    private static String shown(@Nullable BsonValue value) {
        if (value == null) {
            return "missing";
        }
        String json = new BsonDocument("", value).toJson();
        return Printable.excerpt(json.substring("{\"\": ".length(), json.length() - 1));
    }
}
