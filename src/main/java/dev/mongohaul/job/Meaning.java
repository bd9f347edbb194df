package dev.mongohaul.job;

import dev.mongohaul.csv.CsvDialect;
import dev.mongohaul.job.file.Operation;
import dev.mongohaul.repository.ImportIdentity;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Identity of an import: digests of its content and of the settings that change documents. */
final class Meaning {

    private Meaning() {}

    /** @param content digest of the input */
    static ImportIdentity of(ImportJob job, String content, String database) {
        String target = database + "." + job.write().collection();
        String operation = job.write().operations().stream()
                .map(each -> each.name().toLowerCase(Locale.ROOT))
                .sorted()
                .collect(Collectors.joining("+"));
        return new ImportIdentity(job.name(), content, target, operation, meaning(job), 0);
    }

    /** Of what changes documents, and nothing else: how they are written does not. */
    private static String meaning(ImportJob job) {
        CsvDialect dialect = job.dialect();
        Operation operation = job.file().write().operation();
        return sha256(Stream.of(
                        dialect.charset(),
                        dialect.delimiter(),
                        String.valueOf(dialect.quote()),
                        list(dialect.header()),
                        dialect.skipLines(),
                        dialect.comment(),
                        dialect.strayQuotes(),
                        dialect.ragged(),
                        documents(job),
                        list(job.write().match()),
                        job.write().upsert(),
                        operation instanceof Operation.ByColumn byColumn ? choice(byColumn) : "")
                .map(Object::toString)
                .collect(Collectors.collectingAndThen(Collectors.toList(), parts -> {
                    parts.addAll(additions(dialect));
                    return parts;
                })));
    }

    /** Settings that came later: no part of the meaning while they are left at their defaults. */
    private static List<String> additions(CsvDialect dialect) {
        List<String> additions = new ArrayList<>();
        if (dialect.escape() != null) {
            additions.add("escape " + dialect.escape());
        }
        if (dialect.trim() != CsvDialect.Trim.NONE) {
            additions.add("trim " + dialect.trim());
        }
        return additions;
    }

    /** The order of the values in the job file has no meaning. */
    private static String choice(Operation.ByColumn operation) {
        List<String> texts = new ArrayList<>(List.of(operation.column()));
        new TreeMap<>(operation.values()).forEach((cell, type) -> texts.addAll(List.of(cell, type.name())));
        return list(texts);
    }

    private static String documents(ImportJob job) {
        String entity = job.file().entity();
        return job.mapping().canonicalText() + (entity == null ? "" : "entity " + entity + "\n");
    }

    /** With the length of each text, so that no two lists have one text. */
    private static String list(List<String> texts) {
        return texts.stream().map(text -> text.length() + ":" + text).collect(Collectors.joining());
    }

    private static String sha256(List<String> parts) {
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(list(parts).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
