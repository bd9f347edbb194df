package dev.mongohaul.job;

import dev.mongohaul.csv.CsvItemReader;
import dev.mongohaul.csv.CsvRecord;
import dev.mongohaul.csv.InputSurvey;
import dev.mongohaul.csv.dialect.CsvDialect;
import dev.mongohaul.csv.dialect.HeaderText;
import dev.mongohaul.csv.input.Input;
import dev.mongohaul.csv.input.InputException;
import dev.mongohaul.csv.input.Inputs;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** First columns of a job for which the header has no cell. */
final class UnnamedColumn {

    private static final int RECORDS = 20;

    private UnnamedColumn() {}

    /**
     * Refuses a header with other cells than the job knows, above records that all end with a blank cell. Such a header may be
     * complete, and the records end with a delimiter: each cell would get the name of the column before.
     *
     * @throws InputException naming the first such input
     */
    static void requireFirst(Inputs inputs, InputSurvey survey, CsvDialect dialect) throws IOException {
        HeaderText text = dialect.headerText();
        List<String> names = survey.header().orElseThrow().names();
        if (text.unnamedFirst() == 0 || Set.copyOf(names).equals(Set.copyOf(text.names()))) {
            return;
        }
        for (Input input : inputs.list()) {
            List<CsvRecord> first = CsvItemReader.peek(
                            input, dialect, survey.header().orElseThrow(), RECORDS)
                    .stream()
                    .filter(CsvRecord.class::isInstance)
                    .map(CsvRecord.class::cast)
                    .toList();
            if (!first.isEmpty() && first.stream().allMatch(UnnamedColumn::endsBlank)) {
                throw InputException.refused(
                        "%s: the header has other columns than source.header of the job, and its records end with a blank cell. So the header may be complete, and the records end with a delimiter, or the first column still has no name, and the last one is blank. Write what is right into source.header"
                                .formatted(input.name()));
            }
        }
    }

    private static boolean endsBlank(CsvRecord record) {
        return record.text(record.cellCount() - 1).isBlank();
    }
}
