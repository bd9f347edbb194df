package dev.mongohaul.report.detail;

import dev.mongohaul.reject.Reject;
import java.nio.charset.StandardCharsets;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * A record given up, to be read.
 *
 * @param file that it lies in
 * @param line on which it begins, from 1
 * @param record its beginning, as UTF-8; empty where it is too long to be kept
 * @param reason why, in full
 */
public record RejectText(String file, long line, String record, String reason) {

    private static final int LONGEST = 500;

    static RejectText of(Reject reject) {
        return new RejectText(
                reject.record().file(),
                reject.record().line(),
                text(reject.record().bytes()),
                reject.reason().text());
    }

    private static String text(@Nullable Binary bytes) {
        if (bytes == null) {
            return "";
        }
        String text = new String(bytes.getData(), StandardCharsets.UTF_8);
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
