package dev.mongohaul.job.launch;

import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.Inputs;
import dev.mongohaul.reject.CsvFrame;
import dev.mongohaul.reject.ExportedRejects;
import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectExport;
import dev.mongohaul.reject.RejectGroups;
import dev.mongohaul.reject.RejectStore;
import dev.mongohaul.reject.RejectedCsv;
import dev.mongohaul.reject.StoredReasons;
import dev.mongohaul.repository.ImportPlan;
import dev.mongohaul.repository.ImportPlan.CsvHead;
import dev.mongohaul.repository.ImportPlan.PlannedInput;
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

/** Export of an import's rejects, to files after each run or to a stream. */
final class RejectFiles {

    private final RejectStore store;
    private final StoredReasons reasons;

    public RejectFiles(RejectStore store) {
        this.store = store;
        this.reasons = new StoredReasons(store);
    }

    /**
     * Writes the records and their reasons into files of the folder, none if there are no rejects, and stores the
     * reasons for reports.
     *
     * @param run that ends
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

    /**
     * Returns whether rejects of the import are stored; those of an import that was replaced by a changed job are not.
     */
    public boolean has(ImportPlan plan) {
        return store.count(plan.jobInstanceId()) > 0;
    }

    /** Writes the records as a CSV with the input's header. All inputs of the import must be in one charset. */
    public void write(ImportPlan plan, OutputStream out) throws IOException {
        write(plan, RejectExport.ONLY, out);
    }

    /** Writes the records of the inputs in one of several charsets. */
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
                    Locale.ROOT,
                    "a record of %,d bytes is not stored, and standard input cannot be read again",
                    length));
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
