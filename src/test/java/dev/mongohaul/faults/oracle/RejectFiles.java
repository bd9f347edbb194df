package dev.mongohaul.faults.oracle;

import dev.mongohaul.faults.input.Input;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Compares the exported rejects with the records that must be rejected, byte by byte. */
final class RejectFiles {

    private static final Pattern RECORD_START = Pattern.compile("(?m)^(\\d+),(?:c\\d+|taken\\d+),");

    private final Input input;
    private final Path csv;
    private final Path reasons;

    /** @param name of both files, without their suffixes */
    RejectFiles(Input input, Path folder, String name) {
        this.input = input;
        this.csv = folder.resolve(name + ".csv");
        this.reasons = folder.resolve(name + ".jsonl");
    }

    void check(Findings findings) {
        List<Integer> expected = input.rejected().map(row -> row.id()).toList();
        String found = text(csv);
        if (!found.equals(expectedText(expected))) {
            int before = findings.list().size();
            compare(expected, found, findings);
            if (findings.list().size() == before) {
                findings.add(Invariant.NOTHING_ALTERED, "%s has all %d rejects, but other bytes", csv, expected.size());
            }
        }
        long lines = text(reasons).lines().count();
        if (lines != expected.size()) {
            findings.add(Invariant.NOTHING_LOST, "%s has %d lines for %d rejects", reasons, lines, expected.size());
        }
    }

    private String expectedText(List<Integer> rejected) {
        return rejected.isEmpty()
                ? ""
                : rejected.stream()
                        .map(id -> input.row(id).text() + input.lineEnd())
                        .collect(Collectors.joining("", Input.HEADER + input.lineEnd(), ""));
    }

    private static void compare(List<Integer> expected, String found, Findings findings) {
        List<Integer> ids = new ArrayList<>();
        Matcher record = RECORD_START.matcher(found);
        while (record.find()) {
            ids.add(Integer.valueOf(record.group(1)));
        }
        Set<Integer> distinct = new HashSet<>(ids);
        findings.addAll(Invariant.NOTHING_LOST, "rejects are not in the file", without(expected, distinct));
        findings.addAll(
                Invariant.NOTHING_DOUBLED,
                "records in the reject file should be documents",
                without(ids, new HashSet<>(expected)));
        if (distinct.size() < ids.size()) {
            findings.add(Invariant.NOTHING_DOUBLED, "%d rejects are in the file twice", ids.size() - distinct.size());
        }
    }

    private static List<Integer> without(List<Integer> all, Set<Integer> others) {
        return all.stream().filter(id -> !others.contains(id)).toList();
    }

    private static String text(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file, StandardCharsets.UTF_8) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
