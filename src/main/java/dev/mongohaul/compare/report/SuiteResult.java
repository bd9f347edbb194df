package dev.mongohaul.compare.report;

import com.mongodb.client.MongoClient;
import dev.mongohaul.compare.run.CaseResult;
import dev.mongohaul.compare.run.Summary;
import dev.mongohaul.compare.run.ThisProgram;
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
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Result of a suite, in the shape of its JSON.
 *
 * @param job whose input was read; null: generated products
 * @param cutTo rows to which all cases were limited; null if the suite ran as it is written
 * @param runs of each case
 * @param server version and host
 * @param machine processors, system and Java
 * @param versions of the program and its libraries; null in results of earlier versions
 * @param measuredAt when the last case was measured; null in results of earlier versions
 * @param cells rows, grouped by work
 * @param noise null if no case ran twice
 * @param findings sentences
 * @param recommended null if no case can be recommended
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

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** Refuses a stored result that lacks what every version has stored. */
    public SuiteResult {
        Objects.requireNonNull(suite, "suite");
        Objects.requireNonNull(question, "question");
        cells = List.copyOf(cells);
        findings = List.copyOf(findings);
    }

    /** Returns the result of what was measured just now. */
    public static SuiteResult of(Suite suite, List<CaseResult> measured, String server) {
        Map<String, List<CaseResult>> groups = measured.stream()
                .collect(Collectors.groupingBy(
                        result -> result.benchmark().work(), LinkedHashMap::new, Collectors.toList()));
        List<CaseRow> rows = new ArrayList<>();
        List<String> findings = new ArrayList<>();
        List<Recommendation.Measured> candidates = new ArrayList<>();
        groups.values().forEach(group -> {
            List<CaseRow> groupRows = rows(group);
            rows.addAll(groupRows);
            findings.addAll(findings(group, groupRows, groups.size() > 1));
            for (int index = 0; index < groupRows.size(); index++) {
                candidates.add(new Recommendation.Measured(group.get(index).benchmark(), groupRows.get(index)));
            }
        });
        findings.addAll(SuiteFindings.latencies(rows));
        findings.add(Noise.sentence(rows));
        String job = suite.ownJob().orElse("generated products");
        return new SuiteResult(
                suite.name(),
                suite.question(),
                suite.job(),
                suite.cutTo(),
                suite.runs(),
                server,
                ThisProgram.machine(),
                Versions.present(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                rows,
                Noise.of(rows).orElse(null),
                findings,
                Recommendation.of(candidates, job, server).orElse(null));
    }

    private static List<CaseRow> rows(List<CaseResult> group) {
        Summary first = group.get(0).seconds().orElse(null);
        return group.stream().map(result -> CaseRow.of(result, first)).toList();
    }

    private static List<String> findings(List<CaseResult> group, List<CaseRow> rows, boolean several) {
        List<BenchmarkCase> cases = group.stream().map(CaseResult::benchmark).toList();
        Naming naming = Naming.within(cases);
        List<SuiteFindings.NamedRow> named = new ArrayList<>();
        for (int index = 0; index < rows.size(); index++) {
            named.add(new SuiteFindings.NamedRow(naming.of(cases.get(index)), rows.get(index)));
        }
        List<String> sentences = new SuiteFindings(named).sentences();
        return several && !sentences.isEmpty()
                ? List.of("%s: %s".formatted(cases.get(0).workTitle(), String.join(" ", sentences)))
                : sentences;
    }

    /**
     * Reads a stored result.
     *
     * @throws JacksonException if the text is not one
     */
    public static SuiteResult read(String json) {
        return JSON.readValue(json, SuiteResult.class);
    }

    /** Returns the result as one JSON object. */
    public String json() {
        return JSON.writeValueAsString(this);
    }

    /**
     * Noise of the machine: how much runs of the same case differed.
     *
     * @param median of the cases' ranges, each relative to the case's median
     * @param max of the same
     */
    public record Noise(double median, double max) {

        /** Above this median, a difference of a quarter is not significant. */
        private static final double HIGH = 0.25;

        private static Optional<Noise> of(List<CaseRow> rows) {
            return Summary.of(rows, CaseRow::relativeRange).map(summary -> new Noise(summary.median(), summary.max()));
        }

        private static String sentence(List<CaseRow> rows) {
            return of(rows).map(noise -> SuiteFindings.format(
                            "Noise: runs of one case typically differed by %.0f %% of their median, at most by %.0f %%.%s",
                            noise.median * 100,
                            noise.max * 100,
                            noise.median > HIGH
                                    ? " Measurements vary widely; only large differences are significant."
                                    : ""))
                    .orElse("Each case was measured once, so the noise is unknown.");
        }
    }

    /** Versions of the program and its libraries; null if the jar does not state one. */
    public record Versions(
            @Nullable String mongohaul,
            @Nullable String driver,
            @Nullable String springBatch,
            @Nullable String springDataMongodb) {

        private static final Versions OF_PROCESS =
                new Versions(ofBuild(), ofJar(MongoClient.class), ofJar(Job.class), ofJar(MongoTemplate.class));

        /** Returns the versions of this process. */
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

        /** Reads the manifest, because the driver's does not use the key that {@link Package} reads. */
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
