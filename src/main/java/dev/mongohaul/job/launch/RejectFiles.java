package dev.mongohaul.job.launch;

import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectExport;
import dev.mongohaul.reject.RejectExport.ExportedRejects;
import dev.mongohaul.reject.RejectGroups;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.reject.RejectedCsv;
import dev.mongohaul.reject.RejectedCsv.CsvFrame;
import dev.mongohaul.reject.StoredReasons;
import dev.mongohaul.repository.CsvHead;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.PlannedInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.io.input.BoundedInputStream;

/** Hands back an import's rejects: as files after each try, or on a stream. */
public final class RejectFiles {

    private final RejectStore store;
    private final StoredReasons reasons;

    public RejectFiles(RejectStore store) {
        this.store = store;
        this.reasons = new StoredReasons(store);
    }

    /**
     * Writes both files into the folder; none where nothing was rejected. The reasons are kept for reports on the way.
     *
     * @param run the one that ends
     */
    Optional<ExportedRejects> export(ImportPlan plan, Path directory, long run) {
        List<Path> inputs = plan.inputs().stream()
                .filter(input -> input.size() >= 0)
                .map(input -> Path.of(input.path()))
                .toList();
        RejectGroups groups = new RejectGroups();
        try (Stream<Reject> rejects = store.stream(plan.jobInstanceId())) {
            Optional<ExportedRejects> exported = new RejectExport(
                            directory, csvs(plan), offset -> charsetAt(plan, offset), inputs)
                    .write(plan.identity().job(), plan.jobInstanceId(), rejects.peek(groups::add));
            reasons.keep(plan.jobInstanceId(), run, groups);
            return exported;
        }
    }

    /** Whether rejects of the import are kept: those of one that gave way to a changed job are not. */
    public boolean has(ImportPlan plan) {
        return store.count(plan.jobInstanceId()) > 0;
    }

    /** Writes the records alone, as a CSV with the input's header; of an import whose inputs are in one charset. */
    public void write(ImportPlan plan, OutputStream out) throws IOException {
        write(plan, RejectExport.ONLY, out);
    }

    /** As {@link #write(ImportPlan, OutputStream)}, of the inputs in one charset of several. */
    public void write(ImportPlan plan, String charset, OutputStream out) throws IOException {
        try (Stream<Reject> rejects = store.stream(plan.jobInstanceId())) {
            csv(plan, charset)
                    .write(
                            rejects.filter(reject ->
                                    charsetAt(plan, reject.record().offset()).equals(charset)),
                            out);
        }
    }

    private static String charsetAt(ImportPlan plan, long offset) {
        return plan.charsetAt(offset).orElse(RejectExport.ONLY);
    }

    private static Map<String, RejectedCsv> csvs(ImportPlan plan) {
        List<String> charsets = plan.charsets().isEmpty() ? List.of(RejectExport.ONLY) : plan.charsets();
        return charsets.stream().collect(Collectors.toMap(Function.identity(), charset -> csv(plan, charset)));
    }

    private static RejectedCsv csv(ImportPlan plan, String charset) {
        CsvHead head = plan.head().in(charset);
        CsvFrame frame = CsvFrame.of(head.bytes().getData(), head.lineEnd().getData());
        return new RejectedCsv(frame, (offset, length) -> original(plan, offset, length));
    }

    private static InputStream original(ImportPlan plan, long offset, long length) throws IOException {
        List<String> files = plan.inputs().stream().map(PlannedInput::path).toList();
        Inputs inputs = Inputs.resolve(Path.of("").toAbsolutePath(), files, InputStream.nullInputStream());
        if (inputs.isStandardInput()) {
            throw new IOException(String.format(
                    Locale.ROOT, "a record of %,d bytes is not kept, and standard input cannot be read again", length));
        }
        Input input = inputs.locate(offset);
        InputStream in = input.source().open();
        in.skipNBytes(offset - input.baseOffset());
        return BoundedInputStream.builder()
                .setInputStream(in)
                .setMaxCount(length)
                .get();
    }
}
