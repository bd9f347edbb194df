package dev.mongohaul.job.setting;

import dev.mongohaul.text.Rules;
import java.math.BigDecimal;

/**
 * Rules for content that differs from that of earlier imports of the job.
 *
 * @param newColumn treatment of a column that the last completed import did not have
 * @param missingColumn treatment of a column that it had
 * @param records change of the number of records, in percent of the usual number
 * @param blanks change of the share of blank cells of a column, in percentage points
 * @param misfits change of the share of records that are rejected because of a column, in percentage points
 */
public record Drift(
        HeaderRule newColumn, HeaderRule missingColumn, DriftLimit records, DriftLimit blanks, DriftLimit misfits) {

    public Drift {
        Rules rules = new Rules();
        BigDecimal fewer = records.percent();
        rules.require(
                fewer == null || (fewer.signum() < 0 && fewer.compareTo(new BigDecimal(-100)) > 0),
                records + " is not a decrease: from -99% to -1%, such as -30%, or never",
                "records");
        increase(rules, blanks, "blanks");
        increase(rules, misfits, "misfits");
        rules.enforce();
    }

    private static void increase(Rules rules, DriftLimit limit, String key) {
        rules.require(
                limit.percent() == null || limit.percent().signum() > 0,
                limit + " is not an increase, such as +20%, or never",
                key);
    }
}
