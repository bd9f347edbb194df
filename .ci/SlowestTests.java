import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;

/** Prints the slowest test classes of the reports that Surefire and Failsafe left in a folder: seconds and name. */
class SlowestTests {

    private static final int MOST = 30;

    record Suite(String name, double seconds) {}

    public static void main(String[] args) throws Exception {
        List<Path> reports;
        try (Stream<Path> files = Files.walk(Path.of(args[0]), 2)) {
            reports = files.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml"))
                    .toList();
        }
        if (reports.isEmpty()) {
            return;
        }
        List<Suite> suites = reports.stream()
                .map(SlowestTests::suite)
                .sorted(Comparator.comparingDouble(Suite::seconds).reversed())
                .toList();
        System.out.printf(
                "The slowest of %d test classes, %.0f s in all:%n",
                suites.size(), suites.stream().mapToDouble(Suite::seconds).sum());
        suites.stream().limit(MOST).forEach(suite -> System.out.printf("%8.1f s  %s%n", suite.seconds(), suite.name()));
    }

    private static Suite suite(Path report) {
        try {
            Element suite = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(report.toFile())
                    .getDocumentElement();
            return new Suite(
                    suite.getAttribute("name"), Double.parseDouble(suite.getAttribute("time").replace(",", "")));
        } catch (Exception e) {
            throw new IllegalStateException(report + " cannot be read", e);
        }
    }
}
