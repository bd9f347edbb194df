package dev.mongohaul.repository.plan;

import dev.mongohaul.repository.figure.ColumnFigure;
import dev.mongohaul.repository.figure.ColumnFigures;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.codecs.pojo.annotations.BsonId;

/**
 * Figures of the content of one import, by which later imports of the job are judged: a document of at most 64 KB.
 *
 * @param key of the import's plan
 * @param target namespace
 * @param created when the import was planned
 * @param read number of records
 * @param names of the first columns, in the order of the header
 * @param others number of further columns, which have no figures
 * @param columns figures of the named columns
 */
public record ImportFigures(
        @BsonId String key,
        String job,
        String target,
        Instant created,
        long read,
        List<String> names,
        int others,
        ColumnFigures columns) {

    /** Fewer imports say little about what is usual. */
    public static final int FEWEST = 3;

    /** Number of earlier imports that say what is usual. */
    public static final int MOST = 7;

    private static final int MOST_BYTES = 63 * 1024;

    /** Bytes of a name besides its text, in an array of at most 100,000 names. */
    private static final int BYTES_OF_NAME = 12;

    public ImportFigures {
        names = List.copyOf(names);
    }

    /** Returns the figures of an import whose partitions are complete, with as many columns as there is room for. */
    public static ImportFigures of(ImportPlan plan, List<String> header) {
        ColumnFigures columns = plan.columns();
        int[] packed = columns.bytesByColumn();
        int bytes = 0;
        int count = 0;
        while (count < header.size()) {
            bytes += header.get(count).getBytes(StandardCharsets.UTF_8).length + BYTES_OF_NAME;
            bytes += count < packed.length ? packed[count] : 0;
            if (bytes > MOST_BYTES) {
                break;
            }
            count++;
        }
        return new ImportFigures(
                plan.key(),
                plan.identity().job(),
                plan.identity().target(),
                plan.created(),
                plan.counts().read(),
                header.subList(0, count),
                header.size() - count,
                columns.first(count));
    }

    /** Returns the shares and lengths of each column, by name. */
    public Map<String, ColumnShares> shares() {
        Map<String, ColumnShares> shares = new HashMap<>();
        ColumnFigure[] figures = columns.columns();
        for (int column = 0; column < figures.length; column++) {
            ColumnFigure figure = figures[column];
            shares.put(
                    names.get(column),
                    new ColumnShares(percent(figure.blanks()), percent(figure.misfits()), figure.longest()));
        }
        return shares;
    }

    private double percent(long records) {
        return read == 0 ? 0 : 100.0 * records / read;
    }
}
