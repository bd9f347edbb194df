package dev.mongohaul.cli;

import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.output.UsageException;
import dev.mongohaul.cli.run.CompletionWords;
import dev.mongohaul.cli.run.ConsoleCommand;
import dev.mongohaul.generate.SampleData;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
        name = "generate",
        description = {
            "Write sample data to standard output.",
            "The same number of rows and the same seed always give the same data."
        },
        exitCodeList = {"0:completed", "1:failed", "2:wrong command"},
        footer = {
            "  mongohaul generate products > products.csv",
            "  mongohaul generate orders rows=1000000 seed=2 > orders.csv"
        })
final class GenerateCommand extends ConsoleCommand {

    private static final long DEFAULT_ROWS = 1000;
    private static final long DEFAULT_SEED = 1;
    private static final int MOST_COLUMNS = 10_000;
    private static final Set<String> NAMES = Set.of("rows", "seed", "columns");

    @Parameters(
            index = "0",
            paramLabel = "DATA",
            completionCandidates = DataSets.class,
            description = "products, orders, or wide: rows of many columns.")
    private String data;

    @Parameters(
            index = "1..*",
            paramLabel = "NAME=VALUE",
            description = "rows=NUMBER of records, default 1000. seed=NUMBER, default 1; another seed gives other data."
                    + " columns=NUMBER of wide rows, default 50.")
    private List<String> settings = List.of();

    static final class DataSets extends CompletionWords {

        DataSets() {
            super("products", "orders", "wide");
        }
    }

    @Override
    public Integer call() throws IOException {
        Map<String, Long> numbers = new HashMap<>();
        for (String setting : settings) {
            String name = setting.substring(0, Math.max(0, setting.indexOf('=')));
            if (!NAMES.contains(name)) {
                throw new UsageException("\"%s\" is not rows=NUMBER, seed=NUMBER or columns=NUMBER".formatted(setting));
            }
            if (numbers.put(name, number(setting)) != null) {
                throw new UsageException("%s is given twice: leave one out".formatted(name));
            }
        }
        long rows = numbers.getOrDefault("rows", DEFAULT_ROWS);
        if (rows < 0) {
            throw new UsageException("rows=%d: a number of records is 0 or more".formatted(rows));
        }
        SampleData sample = sample();
        long columns = numbers.getOrDefault("columns", (long) SampleData.USUAL_COLUMNS);
        if (numbers.containsKey("columns") && sample != SampleData.WIDE) {
            throw new UsageException("columns is for wide: %s have their own columns".formatted(data));
        }
        if (columns < 1 || columns > MOST_COLUMNS) {
            throw new UsageException("columns=%d: rows have 1 to %d columns".formatted(columns, MOST_COLUMNS));
        }
        sample.write(invocation().out(), rows, numbers.getOrDefault("seed", DEFAULT_SEED), (int) columns);
        return ExitCode.COMPLETED.value();
    }

    private SampleData sample() {
        return switch (data.toLowerCase(Locale.ROOT)) {
            case "products" -> SampleData.PRODUCTS;
            case "orders" -> SampleData.ORDERS;
            case "wide" -> SampleData.WIDE;
            default ->
                throw new UsageException("Unknown data set \"%s\". Expected: products, orders, wide".formatted(data));
        };
    }

    private static long number(String setting) {
        try {
            return Long.parseLong(setting.substring(setting.indexOf('=') + 1));
        } catch (NumberFormatException e) {
            throw new UsageException("\"%s\": a whole number is expected after =".formatted(setting));
        }
    }
}
