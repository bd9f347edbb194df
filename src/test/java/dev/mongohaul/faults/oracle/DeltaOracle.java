package dev.mongohaul.faults.oracle;

import dev.mongohaul.faults.input.DeltaInput;
import dev.mongohaul.faults.input.DeltaRow;
import dev.mongohaul.faults.input.DeltaRules;
import dev.mongohaul.faults.oracle.Figures.Counted;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;

/** Compares the result of an import with mixed operations with the expected one. */
public final class DeltaOracle {

    private final DeltaInput input;
    private final DeltaRules rules;
    private final DeltaTruth truth;

    public DeltaOracle(DeltaInput input, DeltaRules rules) {
        this.input = input;
        this.rules = rules;
        this.truth = new DeltaTruth(input, rules);
    }

    /** Returns whether some records must be in the reject file. */
    public boolean hasRejects() {
        return !truth.rejected().isEmpty();
    }

    /** Does the same as {@link Oracle#check}. */
    public List<Violation> check(Iterable<Document> documents, Path rejects, String name, Figures figures) {
        Findings findings = new Findings();
        compare(documents, findings);
        checkRejects(rejects.resolve(name + ".csv"), findings);
        checkCounts(figures, findings);
        return findings.list();
    }

    private void compare(Iterable<Document> documents, Findings findings) {
        Map<Long, Document> missing = new HashMap<>(truth.documents());
        List<Object> altered = new ArrayList<>();
        List<Object> unexpected = new ArrayList<>();
        for (Document document : documents) {
            Document expected = missing.remove(document.getLong("_id"));
            if (expected == null) {
                unexpected.add(document.get("_id"));
            } else if (!expected.equals(document)) {
                altered.add(document.toJson() + " instead of " + expected.toJson());
            }
        }
        findings.addAll(Invariant.NOTHING_LOST, "documents are missing", List.copyOf(missing.keySet()));
        findings.addAll(Invariant.NOTHING_DOUBLED, "documents should not exist", unexpected);
        findings.addAll(Invariant.NOTHING_ALTERED, "documents have other values than expected", altered);
    }

    private void checkRejects(Path csv, Findings findings) {
        List<String> expected = new ArrayList<>();
        if (hasRejects()) {
            expected.add(DeltaInput.HEADER);
            truth.rejected().stream().map(DeltaRow::text).forEach(expected::add);
        }
        List<String> found = lines(csv);
        if (!found.equals(expected)) {
            List<String> without = new ArrayList<>(expected);
            without.removeAll(found);
            found.removeAll(expected);
            findings.addAll(Invariant.NOTHING_LOST, "rejects are not in the file", without);
            findings.addAll(Invariant.NOTHING_DOUBLED, "records in the file are no rejects, or are there twice", found);
        }
    }

    private static List<String> lines(Path file) {
        try {
            return Files.exists(file) ? new ArrayList<>(Files.readAllLines(file)) : new ArrayList<>();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A delete that is sent twice counts as unmatched, unless unmatched records are rejects. */
    private void checkCounts(Figures figures, Findings findings) {
        Counted total = figures.total();
        int rejected = truth.rejected().size();
        boolean honest = total.read() == input.rows()
                && total.rejected() == rejected
                && total.written() + total.unchanged() + total.alreadyThere() + total.unmatched()
                        == input.rows() - rejected
                && total.unmatched() >= truth.unmatched()
                && (!rules.rejectUnmatched() || total.unmatched() == 0);
        if (!honest) {
            findings.add(
                    Invariant.HONEST_COUNTS,
                    "of %d records, %d are rejects and %d are unmatched; the report says %s",
                    input.rows(),
                    rejected,
                    truth.unmatched(),
                    total);
        }
        if (!figures.runs().equals(total)) {
            findings.add(
                    Invariant.HONEST_COUNTS,
                    "the sum of the runs is %s, the total of the import is %s",
                    figures.runs(),
                    total);
        }
    }
}
