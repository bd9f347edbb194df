package dev.mongohaul.report;

import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectReasons;
import dev.mongohaul.reject.RejectReasons.RejectGroup;
import dev.mongohaul.reject.RejectReasons.RejectSample;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * A record given up, to be read beside others of its reason.
 *
 * @param count of all records of the reason, with the first of them; null with the others
 * @param column that the reason is about; null where it is about none
 * @param file that it lies in
 * @param line on which it begins, from 1
 * @param reason why, in full
 * @param record its beginning, as UTF-8; empty where it is too long to be looked at
 */
public record RejectText(
        @Nullable Long count, @Nullable String column, String file, long line, String reason, String record) {

    /** Where a record begins. */
    record Place(String file, long line) {}

    /** In bytes; longer records are not read for their beginning. */
    static final int LONGEST_READ = 64 * 1024;

    private static final int LONGEST = 500;

    /** Of each of the most frequent reasons its first records. */
    static List<RejectText> of(RejectReasons reasons, List<Reject> records) {
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
                        reject == null ? "" : text(reject.record().bytes())));
                count = null;
            }
        }
        return texts;
    }

    private static String text(@Nullable Binary bytes) {
        if (bytes == null) {
            return "";
        }
        String text = new String(bytes.getData(), StandardCharsets.UTF_8);
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
