import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Prints what the test classes of a build cost: the processor seconds of each JVM, the slowest classes and the sums. Then it
 * lists the tests that were skipped, by their reasons. The first
 * argument is the folder in which the JVMs wrote their lines. Fails if the classes took more processor seconds than the second
 * argument allows, on this machine and on one that does the reference work in REFERENCE_MILLIS, or more seconds than the third
 * one.
 */
class TestCosts {

    private static final int MOST = 20;

    /** Processor milliseconds of the work that each JVM does after each class, on the machine of the budget. */
    private static final double REFERENCE_MILLIS = 5;

    /** Line of a class. {@code total} is the processor time of the JVM since its start. */
    record Cost(String name, double seconds, double cpu, double total, double reference) {

        static Cost of(String line) {
            String[] cells = line.split("\t", -1);
            return new Cost(
                    cells[0],
                    Double.parseDouble(cells[1]),
                    Double.parseDouble(cells[2]),
                    Double.parseDouble(cells[3]),
                    Double.parseDouble(cells[4]));
        }
    }

    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        if (!Files.isDirectory(folder)) {
            return;
        }
        List<Cost> costs = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(file -> file.toString().endsWith(".tsv"))
                    .sorted()
                    .toList()) {
                List<Cost> ofFork =
                        Files.readAllLines(file).stream().map(Cost::of).toList();
                double total = ofFork.stream().mapToDouble(Cost::total).max().orElse(0);
                System.out.printf(
                        "JVM %s: %.0f CPU s, %d test classes%n",
                        file.getFileName().toString().replace(".tsv", ""), total, ofFork.size());
                costs.addAll(ofFork);
            }
        }
        System.out.printf("The slowest of %d test classes:%n  seconds   CPU s%n", costs.size());
        costs.stream()
                .sorted(Comparator.comparingDouble(Cost::seconds).reversed())
                .limit(MOST)
                .forEach(cost -> System.out.printf("%9.1f%8.1f  %s%n", cost.seconds(), cost.cpu(), cost.name()));
        double cpu = costs.stream().mapToDouble(Cost::cpu).sum();
        double seconds = costs.stream().mapToDouble(Cost::seconds).sum();
        System.out.printf("%9.1f%8.1f  all%n", seconds, cpu);
        List<Double> reference =
                costs.stream().map(Cost::reference).sorted().toList();
        double speed = reference.isEmpty() ? 1 : REFERENCE_MILLIS / reference.get(reference.size() / 2);
        System.out.printf(
                "These are %.0f CPU s on the machine of the budget: it has %.2f times the speed of this one.%n",
                cpu * speed, 1 / speed);
        printSkipped(folder);
        // A machine can be faster than that of the budget for the reference work, and not for the tests.
        check("processor seconds", "test.budget.cpu", Math.min(cpu, cpu * speed), Double.parseDouble(args[1]));
        check("seconds", "test.budget.seconds", seconds, Double.parseDouble(args[2]));
    }

    /** Prints for each reason the number of tests, and their classes. */
    private static void printSkipped(Path folder) throws IOException {
        Map<String, Integer> counts = new TreeMap<>();
        Map<String, TreeSet<String>> classes = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(file -> file.toString().endsWith(".skipped")).toList()) {
                for (String line : Files.readAllLines(file)) {
                    String[] cells = line.split("\t", 3);
                    counts.merge(cells[2], Integer.parseInt(cells[0]), Integer::sum);
                    classes.computeIfAbsent(cells[2], any -> new TreeSet<>()).add(cells[1]);
                }
            }
        }
        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        System.out.printf("%d tests were skipped%s%n", all, all == 0 ? "." : ":");
        counts.forEach((reason, count) ->
                System.out.printf("%6d  %s (%s)%n", count, reason, String.join(", ", classes.get(reason))));
    }

    private static void check(String unit, String property, double cost, double budget) {
        if (cost > budget) {
            System.err.printf(
                    "The test classes took %.0f %s, and %s in pom.xml allows %.0f: see docs/development.md.%n",
                    cost, unit, property, budget);
            System.exit(1);
        }
    }
}
