package dev.mongohaul.job.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.Document;

/** CSV file of numbered rows {@code n,text}, and its documents. */
public final class Rows {

    static final String HEADER = "n,text\n";

    private Rows() {}

    public static String csv(int rows) {
        return IntStream.range(0, rows).mapToObj(Rows::line).collect(Collectors.joining("", HEADER, ""));
    }

    static String line(int row) {
        return row + ",row " + row + "\n";
    }

    /** Returns the documents of the rows without ids. */
    static List<Document> documents(int rows) {
        return IntStream.range(0, rows)
                .mapToObj(row -> new Document("n", Integer.toString(row)).append("text", "row " + row))
                .toList();
    }

    /** Returns the offsets of the records in the file. */
    public static List<Long> offsets(int rows) {
        List<Long> offsets = new ArrayList<>();
        long offset = HEADER.length();
        for (int row = 0; row < rows; row++) {
            offsets.add(offset);
            offset += line(row).length();
        }
        return offsets;
    }

    /** Returns the documents without their ids. */
    static List<Document> withoutIds(List<Document> documents) {
        documents.forEach(document -> document.remove("_id"));
        return documents;
    }
}
