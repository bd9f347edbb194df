package dev.mongohaul.compare.report;

import com.mongodb.client.MongoClient;
import dev.mongohaul.compare.report.WorkFindings.Latencies;
import dev.mongohaul.compare.run.CaseResult;
import dev.mongohaul.compare.run.Machine;
import dev.mongohaul.compare.run.Summary;
import dev.mongohaul.compare.suite.BenchmarkCase;
import dev.mongohaul.compare.suite.Naming;
import dev.mongohaul.compare.suite.Suite;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.job.Job;
import org.springframework.data.mongodb.core.MongoTemplate;

/**
 * What a suite found, in the shape of its JSON.
 *
 * @param suite its name
 * @param question that it answers
 * @param job whose input was read; null: generated products
 * @param cutTo rows that no cell had more of, against what the suite says; null where it ran as it stands
 * @param runs how often each cell was measured
 * @param server version and host
 * @param machine processors, system and Java
 * @param versions of the program and its libraries; null in results that were stored before they were told
 * @param measuredAt when the last cell was measured; null likewise
 * @param cells rows, those of the same work together
 * @param noise null where nothing was measured twice
 * @param findings sentences
 * @param recommended null where no cell can be
 */
public record SuiteResult(
        String suite,
        String question,
        @Nullable String job,
        @Nullable Integer cutTo,
        int runs,
        String server,
        String machine,
        @Nullable Versions versions,
        @Nullable Instant measuredAt,
        List<CaseRow> cells,
        @Nullable Noise noise,
        List<String> findings,
        @Nullable Recommendation recommended) {

    /** What is missing in a stored result is told when it is read. */
    public SuiteResult {
        Objects.requireNonNull(suite, "suite");
        Objects.requireNonNull(question, "question");
        cells = List.copyOf(cells);
        findings = List.copyOf(findings);
    }

    /**
     * Tells what was measured just now.
     *
     * @param server for people
     */
    public static SuiteResult of(Suite suite, List<CaseResult> measured, String server) {
        Map<String, List<CaseResult>> works = measured.stream()
                .collect(Collectors.groupingBy(
                        figures -> figures.cell().work(), LinkedHashMap::new, Collectors.toList()));
        List<CaseRow> rows = new ArrayList<>();
        List<String> findings = new ArrayList<>();
        List<Recommendation.Measured> candidates = new ArrayList<>();
        works.values().forEach(work -> {
            List<CaseRow> told = rows(work);
            rows.addAll(told);
            findings.addAll(findings(work, told, works.size() > 1));
            for (int index = 0; index < told.size(); index++) {
                candidates.add(new Recommendation.Measured(work.get(index).cell(), told.get(index)));
            }
        });
        findings.addAll(Latencies.sentences(rows));
        findings.add(Noise.sentence(rows));
        String job = suite.ownJob().orElse("generated products");
        return new SuiteResult(
                suite.name(),
                suite.question(),
                suite.job(),
                suite.cutTo(),
                suite.runs(),
                server,
                Machine.description(),
                Versions.present(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                rows,
                Noise.of(rows).orElse(null),
                findings,
                Recommendation.of(candidates, job, server).orElse(null));
    }

    private static List<CaseRow> rows(List<CaseResult> work) {
        Summary first = work.get(0).seconds().orElse(null);
        return work.stream().map(figures -> CaseRow.of(figures, first)).toList();
    }

    private static List<String> findings(List<CaseResult> work, List<CaseRow> rows, boolean several) {
        List<BenchmarkCase> cells = work.stream().map(CaseResult::cell).toList();
        Naming naming = Naming.within(cells);
        List<WorkFindings.NamedRow> named = new ArrayList<>();
        for (int index = 0; index < rows.size(); index++) {
            named.add(new WorkFindings.NamedRow(naming.of(cells.get(index)), rows.get(index)));
        }
        List<String> sentences = new WorkFindings(named).sentences();
        return several && !sentences.isEmpty()
                ? List.of("%s: %s".formatted(cells.get(0).workTitle(), String.join(" ", sentences)))
                : sentences;
    }

    /**
     * How much runs of the same cell differed: the machine's noise.
     *
     * @param median of all cells' widths, each a part of the cell's median
     * @param max of them
     */
    public record Noise(double median, double max) {

        /** From here on a difference of a quarter means nothing. */
        private static final double LOUD = 0.25;

        /** Empty where nothing was measured twice. */
        static Optional<Noise> of(List<CaseRow> rows) {
            double[] widths = rows.stream()
                    .filter(row -> row.runs().size() > 1)
                    .map(CaseRow::seconds)
                    .filter(Objects::nonNull)
                    .mapToDouble(Summary::relativeWidth)
                    .toArray();
            return widths.length == 0
                    ? Optional.empty()
                    : Optional.of(new Noise(
                            Summary.of(widths).median(), Summary.of(widths).max()));
        }

        static String sentence(List<CaseRow> rows) {
            return of(rows).map(noise -> String.format(
                            Locale.ROOT,
                            "Noise: runs of one cell differed by %.0f %% of their median as a rule, by %.0f %% at most.%s",
                            noise.median * 100,
                            noise.max * 100,
                            noise.median > LOUD ? " So loud a machine tells large differences alone." : ""))
                    .orElse("Each was measured once, so that nobody knows how much of a difference is noise.");
        }
    }

    /**
     * What wrote the documents, beside the server; null where a jar does not say.
     *
     * @param mongohaul this program
     * @param driver MongoDB's Java driver
     */
    public record Versions(
            @Nullable String mongohaul,
            @Nullable String driver,
            @Nullable String springBatch,
            @Nullable String springDataMongodb) {

        private static final Versions OF_PROCESS =
                new Versions(ofBuild(), ofJar(MongoClient.class), ofJar(Job.class), ofJar(MongoTemplate.class));

        /** Of this process. */
        public static Versions present() {
            return OF_PROCESS;
        }

        private static @Nullable String ofBuild() {
            try (InputStream in = Versions.class.getResourceAsStream("/META-INF/build-info.properties")) {
                Properties build = new Properties();
                if (in != null) {
                    build.load(in);
                }
                return build.getProperty("build.version");
            } catch (IOException e) {
                return null;
            }
        }

        /** Read from the manifest, since the driver's does not use the key that {@link Package} knows. */
        private static @Nullable String ofJar(Class<?> type) {
            URL place = type.getResource(type.getSimpleName() + ".class");
            try {
                return place != null && place.openConnection() instanceof JarURLConnection jar
                        ? version(jar.getManifest())
                        : null;
            } catch (IOException e) {
                return null;
            }
        }

        private static @Nullable String version(@Nullable Manifest manifest) {
            if (manifest == null) {
                return null;
            }
            Attributes attributes = manifest.getMainAttributes();
            String version = attributes.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
            return version == null ? attributes.getValue("Build-Version") : version;
        }
    }
}
