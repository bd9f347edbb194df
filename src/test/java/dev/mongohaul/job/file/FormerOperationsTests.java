package dev.mongohaul.job.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Operations and limits of earlier builds: each key is answered with its successor, with which the file is read. */
class FormerOperationsTests {

    private static final JobFileReader READER = new JobFileReader(Path.of("/home/me"));
    private static final Path FILE = Path.of("/srv/jobs/old.yml");

    /** Words of each answer. */
    private static final Map<String, String> SUCCESSORS = Map.of(
            "write.upsert", "operation: upsert in place of replace",
            "write.load", "operation: swap",
            "write.compare", "leave it out",
            "target.id-only", "fields: {COLUMN: {to: _id}}",
            "swap.min-records", "write.max-loss",
            "snapshot.max-deletes", "write.max-loss");

    /** Part of a job file, as it was and as it is now, with the former keys in it. */
    private record Part(String before, String now, String... former) {}

    private static final List<Part> OPERATIONS = List.of(
            new Part("operation: insert", "operation: insert"),
            new Part("operation: insert, upsert: false", "operation: insert", "write.upsert"),
            new Part("operation: replace, upsert: true", "operation: upsert", "write.upsert"),
            new Part("operation: replace, upsert: false", "operation: replace", "write.upsert"),
            new Part("operation: update, upsert: true", "operation: merge", "write.upsert"),
            new Part("operation: update, upsert: false", "operation: update", "write.upsert"),
            new Part("operation: delete", "operation: delete"),
            new Part("operation: snapshot, upsert: true", "operation: snapshot", "write.upsert"),
            new Part(
                    "operation: {column: op, values: {U: update, R: replace, D: delete}}, upsert: true",
                    "operation: {column: op, values: {U: merge, R: upsert, D: delete}}",
                    "write.upsert"));

    private static final List<Part> LOADS = List.of(
            new Part("", ""),
            new Part(", load: direct", "", "write.load"),
            new Part(", chunk-size: 10, load: direct", ", chunk-size: 10", "write.load"),
            new Part(", compare: always", "", "write.compare"));

    private static final List<Part> SWAPS = List.of(
            new Part("operation: insert, load: swap", "operation: swap", "write.load"),
            new Part("load: swap", "operation: swap", "write.load"),
            new Part("upsert: false, load: swap", "operation: swap", "write.load", "write.upsert"));

    private static final List<Part> IDS = List.of(
            new Part("target: {collection: c, id: sku}", "target: {collection: c, id: sku}"),
            new Part(
                    "target: {collection: c, id: sku, id-only: true}",
                    "target: {collection: c}\nfields: {sku: {to: _id}}",
                    "target.id-only"),
            new Part(
                    "target: {collection: c, id: [sku], id-only: false}",
                    "target: {collection: c, id: [sku]}",
                    "target.id-only"),
            new Part(
                    "target: {collection: c, id: sku, id-only: true}\nfields: {sku: int32}",
                    "target: {collection: c}\nfields: {sku: {type: int32, to: _id}}",
                    "target.id-only"));

    private static final List<Part> LIMITS = List.of(
            new Part("", ""),
            new Part("swap: {min-records: 90%}", ", max-loss: 10%", "swap.min-records"),
            new Part("swap: {min-records: 0}", ", max-loss: unlimited", "swap.min-records"),
            new Part("snapshot: {max-deletes: 25}", ", max-loss: 25", "snapshot.max-deletes"),
            new Part("snapshot: {max-deletes: 0.5%, deletes: delete}", ", max-loss: 0.5%", "snapshot.max-deletes"),
            new Part(
                    "swap: {min-records: 75%}\nsnapshot: {max-deletes: unlimited}",
                    ", max-loss: unlimited", "swap.min-records", "snapshot.max-deletes"));

    /** All combinations. */
    static List<OldJob> oldJobs() {
        List<OldJob> jobs = new ArrayList<>();
        Stream<List<Part>> writes = Stream.concat(
                OPERATIONS.stream().flatMap(operation -> LOADS.stream().map(load -> List.of(operation, load))),
                SWAPS.stream().map(List::of));
        writes.forEach(write -> IDS.forEach(id -> LIMITS.forEach(limit -> jobs.add(OldJob.of(write, id, limit)))));
        jobs.removeIf(job -> job.former().isEmpty());
        return jobs;
    }

    /** @param former keys */
    private record OldJob(String before, String now, List<String> former) {

        static OldJob of(List<Part> write, Part id, Part limit) {
            String before = write.stream().map(Part::before).collect(Collectors.joining());
            String now = write.stream().map(Part::now).collect(Collectors.joining());
            Stream<Part> all = Stream.concat(write.stream(), Stream.of(id, limit));
            return new OldJob(
                    "source: {files: a.csv}\n%s\nwrite: {%s}\n%s\n".formatted(id.before(), before, limit.before()),
                    "source: {files: a.csv}\n%s\nwrite: {%s%s}\n".formatted(id.now(), now, limit.now()),
                    all.flatMap(part -> Stream.of(part.former())).toList());
        }
    }

    @ParameterizedTest
    @MethodSource("oldJobs")
    void formerKeyIsAnsweredWithItsSuccessor(OldJob job) {
        JobFileException refused =
                catchThrowableOfType(JobFileException.class, () -> READER.read(FILE, job.before(), List.of()));

        assertThat(refused).as(job.before()).isNotNull();
        assertThat(refused.problems())
                .as(job.before())
                .allSatisfy(problem -> assertThat(problem.toString())
                        .doesNotContain("\n")
                        .contains("is not a setting any more: ", SUCCESSORS.get(problem.key())))
                .extracting(JobFileProblem::key)
                .containsExactlyInAnyOrderElementsOf(job.former());
        assertThat(READER.read(FILE, job.now(), List.of())).as(job.now()).isNotNull();
    }
}
