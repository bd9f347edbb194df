package dev.mongohaul.report;

import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectGroup;
import dev.mongohaul.reject.RejectReasons;
import dev.mongohaul.reject.RejectSample;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Rejected record, as one example of its reason.
 *
 * @param count number of all records with the reason, on the first example; null on the others
 * @param column of the reason; null if it has none
 * @param line on which the record begins, from 1
 * @param reason in full
 * @param record its start; empty if the record is longer than {@value #LONGEST_READ} bytes
 */
record RejectText(@Nullable Long count, @Nullable String column, String file, long line, String reason, String record) {

    /** Start of a record. */
    record Place(String file, long line) {}

    static final int LONGEST_READ = 64 * 1024;

    private static final int LONGEST = 500;

    /**
     * Returns the first records of each of the most frequent reasons.
     *
     * @param settings of the import, which name the charset of its records; null if they are unknown
     */
    static List<RejectText> of(RejectReasons reasons, List<Reject> records, @Nullable JsonNode settings) {
        Charset charset = charset(settings);
        Map<Place, Reject> found = records.stream()
                .collect(Collectors.toMap(
                        reject -> new Place(
                                reject.record().file(), reject.record().line()),
                        reject -> reject,
                        (first, second) -> first));
        List<RejectText> texts = new ArrayList<>();
        for (RejectGroup group : reasons.groups()) {
            Long count = group.count();
            for (RejectSample sample : group.samples()) {
                Reject reject = found.get(new Place(sample.file(), sample.line()));
                texts.add(new RejectText(
                        count,
                        group.column(),
                        sample.file(),
                        sample.line(),
                        sample.text(),
                        reject == null ? "" : text(reject.record().bytes(), charset)));
                count = null;
            }
        }
        return texts;
    }

    private static Charset charset(@Nullable JsonNode settings) {
        try {
            return settings == null
                    ? StandardCharsets.UTF_8
                    : Charset.forName(settings.at("/source/charset").asString("UTF-8"));
        } catch (IllegalCharsetNameException | UnsupportedCharsetException ofAnotherJava) {
            return StandardCharsets.UTF_8;
        }
    }

    private static String text(@Nullable Binary bytes, Charset charset) {
        if (bytes == null) {
            return "";
        }
        String text = new String(bytes.getData(), charset);
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
