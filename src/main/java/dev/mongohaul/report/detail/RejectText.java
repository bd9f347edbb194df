package dev.mongohaul.report.detail;

import dev.mongohaul.reject.Reject;
import dev.mongohaul.reject.RejectedCell;
import java.nio.charset.StandardCharsets;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * A record given up, to be read.
 *
 * @param file that it lies in
 * @param line on which it begins, from 1
 * @param column that the reason is about; null where it is about none
 * @param record its beginning, as UTF-8; empty where it is too long to be kept
 * @param reason why, in full
 */
public record RejectText(String file, long line, @Nullable String column, String record, String reason) {

    private static final int LONGEST = 500;

    static RejectText of(Reject reject) {
        return new RejectText(
                reject.record().file(),
                reject.record().line(),
                column(reject.reason().cell()),
                text(reject.record().bytes()),
                reject.reason().text());
    }

    private static @Nullable String column(@Nullable RejectedCell cell) {
        return cell == null ? null : cell.column();
    }

    private static String text(@Nullable Binary bytes) {
        if (bytes == null) {
            return "";
        }
        String text = new String(bytes.getData(), StandardCharsets.UTF_8);
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }
}
