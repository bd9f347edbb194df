package dev.mongohaul.job.run;

import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.csv.source.InputSources;
import dev.mongohaul.mongo.SentTogether;
import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectGroups;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.reject.export.ExportedRejects;
import dev.mongohaul.reject.export.RejectExport;
import dev.mongohaul.reject.export.RejectExportException;
import dev.mongohaul.reject.export.RejectedCsv;
import dev.mongohaul.repository.plan.CsvHead;
import dev.mongohaul.repository.plan.ImportPlan;
import dev.mongohaul.repository.plan.PlannedInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.io.input.BoundedInputStream;

/** Export of an import's rejects, to files after each run or to a stream. */
public final class RejectFiles {

    private final RejectStore store;

    RejectFiles(RejectStore store) {
        this.store = store;
    }

    /**
     * Writes the records and their reasons into files of the folder, none if there are no rejects, and stores the
     * reasons for reports.
     *
     * @param run that ends
     */
    public Optional<ExportedRejects> export(ImportPlan plan, Path directory, long run) {
        List<Path> inputs = plan.inputs().stream()
                .map(PlannedInput::path)
                .filter(InputSources::isFile)
                .map(Path::of)
                .toList();
        RejectGroups groups = new RejectGroups();
        Set<String> known = new HashSet<>();
        try (Stream<Reject> rejects = SentTogether.result(
                () -> store.stream(plan.importNumber()), () -> known.addAll(store.exported(plan.importNumber())))) {
            List<String> charsets = plan.charsets().isEmpty() ? List.of(RejectExport.ONLY) : plan.charsets();
            Map<String, RejectedCsv> csvs =
                    charsets.stream().collect(Collectors.toMap(Function.identity(), charset -> csv(plan, charset)));
            Optional<ExportedRejects> exported = new RejectExport(
                            directory, csvs, offset -> charsetAt(plan, offset), inputs, known)
                    .write(plan.identity().job(), plan.importNumber(), rejects.peek(groups::add));
            store.saveReasons(
                    plan.importNumber(),
                    run,
                    groups,
                    exported.map(ExportedRejects::digests).orElse(known));
            requireCounted(plan, exported.map(ExportedRejects::count).orElse(0L));
            return exported;
        }
    }

    /** Rejects are stored before they are counted, so that there are never fewer, and no more when all is counted. */
    private static void requireCounted(ImportPlan plan, long stored) {
        long counted = plan.counts().rejected();
        if (plan.isFinished() ? stored != counted : stored < counted) {
            throw RejectExportException.ofCount(counted, stored);
        }
    }

    /**
     * Returns whether rejects of the import are stored; those of an import that was replaced by a changed job are not.
     */
    public boolean has(ImportPlan plan) {
        return store.hasAny(plan.importNumber());
    }

    /** Writes the records of the inputs in a charset as a CSV with the input's header. */
    public void write(ImportPlan plan, String charset, OutputStream out) throws IOException {
        try (Stream<Reject> rejects = store.stream(plan.importNumber())) {
            csv(plan, charset)
                    .write(
                            rejects.filter(reject ->
                                    charsetAt(plan, reject.record().offset()).equals(charset)),
                            out);
        }
    }

    /** Writes the records with their reasons, one JSON object in each line. */
    public void writeReasons(ImportPlan plan, OutputStream out) throws IOException {
        try (Stream<Reject> rejects = store.stream(plan.importNumber())) {
            for (Reject reject : (Iterable<Reject>) rejects::iterator) {
                RejectExport.appendReason(reject, out);
            }
        }
    }

    private static String charsetAt(ImportPlan plan, long offset) {
        return plan.charsetAt(offset).orElse(RejectExport.ONLY);
    }

    private static RejectedCsv csv(ImportPlan plan, String charset) {
        CsvHead head = plan.head().in(charset);
        return new RejectedCsv(
                head.bytes(), head.lineEnd(), head.end(), (offset, length) -> original(plan, offset, length));
    }

    private static InputStream original(ImportPlan plan, long offset, long length) throws IOException {
        Inputs inputs = InputSources.in(Path.of(""))
                .find(plan.inputs().stream().map(PlannedInput::path).toList());
        if (inputs.isReadOnce()) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "a record of %,d bytes is not stored, and standard input cannot be read again",
                    length));
        }
        Input input = inputs.locate(offset);
        InputStream in = input.open();
        in.skipNBytes(offset - input.baseOffset());
        return BoundedInputStream.builder()
                .setInputStream(in)
                .setMaxCount(length)
                .get();
    }
}
