package dev.mongohaul.report.render;

import dev.mongohaul.report.FileReport;
import dev.mongohaul.report.figure.Words;
import dev.mongohaul.text.Printable;
import java.util.ArrayList;
import java.util.List;

/** Layout of what is known of the files of a job. */
public final class FileLayout {

    private static final GridColumns<FileReport> FILES = new GridColumns<FileReport>()
            .text("file", FileReport::path)
            .number("bytes", FileReport::bytes)
            .word("changed", file -> Words.time(file.modified()))
            .outcome("outcome", ColumnKind.WORD, FileReport::outcome)
            .figure("import", file -> file.importNumber() == null ? "" : Words.number(file.importNumber()))
            .word("at", file -> Words.time(file.at()))
            .text("went to", file -> file.went() == null ? "" : (file.waits() ? "not yet: " : "") + file.went())
            .text("reason", file -> file.reason() == null ? "" : Printable.excerpt(file.reason()));

    private FileLayout() {}

    /**
     * Lays out files, one row each; without a section if there are none.
     *
     * @param files the newest first
     * @param more number of older files that are not among them
     */
    public static ReportView of(String job, List<FileReport> files, long more) {
        List<String> notes = new ArrayList<>();
        if (more > 0) {
            notes.add(Words.format(
                    "%,d more: 'mongohaul files %s --limit=%d' lists all of them.", more, job, files.size() + more));
        }
        notes.add(
                "An undo or a restart needs the number of a run: 'mongohaul report %s' has it beside that of the import."
                        .formatted(job));
        return new ReportView(
                "Files of " + job,
                files.isEmpty()
                        ? List.of()
                        : List.of(
                                Section.of("Files, the newest first", FILES.of(files), notes.toArray(String[]::new))));
    }
}
