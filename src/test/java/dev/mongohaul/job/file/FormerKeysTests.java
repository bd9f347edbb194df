package dev.mongohaul.job.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.mongohaul.TestSize;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Job files and parameters of earlier builds are answered with what takes the place of their keys. */
class FormerKeysTests {

    private static final JobFileReader READER = new JobFileReader(Path.of("/home/me"));
    private static final Path FILE = Path.of("/srv/jobs/old.yml");
    private static final String GONE = "is not a setting any more: ";

    /**
     * Key that has gone.
     *
     * @param group of the key
     * @param values that it had
     */
    private record Former(String group, String key, List<String> values) {

        String name() {
            return group + "." + key;
        }
    }

    private static final List<Former> FORMER = List.of(
            new Former("source.after", "to", List.of("done", "'done/{date}'")),
            new Former("source.after", "failed-to", List.of("failed")),
            new Former("source", "order", List.of("name", "modified")),
            new Former("source", "pick", List.of("newest")),
            new Former("source", "on-failure", List.of("stop", "continue")),
            new Former("source", "remember", List.of("30d", "800d")),
            new Former("drift", "lengths", List.of("never", "+20%")),
            new Former("undo", "hashes", List.of("true", "false")),
            new Former("undo", "keep", List.of("1d", "7d")),
            new Former("undo", "max-size", List.of("2GiB")),
            new Former("workers", "window", List.of("1", "64")),
            new Former("workers", "priority", List.of("0", "9")),
            new Former("workers", "manager-works", List.of("true", "false")));

    static LongStream seeds() {
        return TestSize.seeds("former", 200, 1, 2, 3, 4, 5, 6, 7, 8);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void oldJobFileIsAnsweredAndTheCorrectedOneIsRead(long seed) {
        Random random = new Random(seed);
        List<Former> used = new ArrayList<>(FORMER);
        IntStream.range(0, random.nextInt(FORMER.size())).forEach(any -> used.remove(random.nextInt(used.size())));

        List<JobFileProblem> problems = problems(old(used, random));

        assertThat(problems)
                .as("seed %d", seed)
                .extracting(problem -> problem.key() + ": " + problem.message().substring(0, GONE.length()))
                .containsExactlyInAnyOrderElementsOf(
                        used.stream().map(former -> former.name() + ": " + GONE).toList());
        assertThat(READER.read(FILE, corrected(used), List.of()).name()).isEqualTo("old");
    }

    @Test
    void oldParameterIsAnsweredByItsFullAndItsLastName() {
        String job = "{source: {files: a.csv}, target: {collection: c}}";
        for (Former former : FORMER) {
            // Other settings end in the same word: swap.keep, fields.<column>.to.
            boolean shared = List.of("keep", "to").contains(former.key());
            List<String> names = shared ? List.of(former.name()) : List.of(former.name(), former.key());
            for (String name : names) {
                JobFileException refused = catchThrowableOfType(
                        JobFileException.class,
                        () -> READER.read(
                                FILE, job, List.of(name + "=" + former.values().get(0))));
                assertThat(refused.getMessage()).contains(GONE).doesNotContain("names no setting");
            }
        }
    }

    @Test
    void otherKeyOfTheSameNameIsNoFormerKey() {
        assertThat(problems("{source: {files: a.csv}, target: {collection: c}, name: x, order: y}"))
                .hasSize(2)
                .noneMatch(problem -> problem.message().contains(GONE));
    }

    private static List<JobFileProblem> problems(String text) {
        return catchThrowableOfType(JobFileException.class, () -> READER.read(FILE, text, List.of()))
                .problems();
    }

    private static String old(List<Former> used, Random random) {
        List<String> groups = List.of("drift", "undo", "workers");
        return "source: {files: in/*.csv, each: file%s%s}%ntarget: {collection: c, id: [a]}%n%s"
                .formatted(
                        lines("source", used, random).replaceFirst("^(?=.)", ", "),
                        lines("source.after", used, random).replaceFirst("^(.+)$", ", after: {$1}"),
                        groups.stream()
                                .filter(group -> used.stream()
                                        .anyMatch(former -> former.group().equals(group)))
                                .map(group -> "%s: {%s}%n".formatted(group, lines(group, used, random)))
                                .collect(Collectors.joining()));
    }

    private static String lines(String group, List<Former> used, Random random) {
        return used.stream()
                .filter(former -> former.group().equals(group))
                .map(former -> former.key() + ": "
                        + former.values().get(random.nextInt(former.values().size())))
                .collect(Collectors.joining(", "));
    }

    private static String corrected(List<Former> used) {
        String each = used.stream().anyMatch(former -> former.key().equals("pick")) ? "newest" : "file";
        String undo = used.stream().anyMatch(former -> former.group().equals("undo")) ? "undo: 7d" : "";
        return "source: {files: in/*.csv, each: %s}%ntarget: {collection: c, id: [a]}%n%s".formatted(each, undo);
    }
}
