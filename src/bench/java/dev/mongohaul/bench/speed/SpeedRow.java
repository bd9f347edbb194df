package dev.mongohaul.bench.speed;

import dev.mongohaul.compare.run.ChildProcess;
import dev.mongohaul.compare.run.ProcessResult;
import dev.mongohaul.compare.run.ServerUnderTest;
import dev.mongohaul.compare.run.Summary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Program that is measured, with its figures so far: a row of a table. */
record SpeedRow(
        String name,
        ChildProcess child,
        Function<String, List<String>> arguments,
        List<Figures> figures) {

    static final String HEADER =
            """
            | records | program | seconds | least to most | processor seconds of client · server | peak memory | messages · MB to the server | syncs of the journal |
            |--:|---|--:|--:|--:|--:|--:|--:|""";

    private static final double MEGA = 1e6;
    private static final List<Integer> COMPLETED = List.of(0);

    SpeedRow(String name, ChildProcess child, Function<String, List<String>> arguments) {
        this(name, child, arguments, new ArrayList<>());
    }

    /** Runs the program without measuring it. */
    void run(List<String> other, String uri) {
        child.run(other, Map.of("MONGODB_URI", uri), COMPLETED);
    }

    /** Runs the program and returns its seconds. */
    double measure(ServerUnderTest server, String uri, boolean counted) {
        Status before = Status.of(server);
        ProcessResult result = child.run(arguments.apply(uri), Map.of("MONGODB_URI", uri), COMPLETED);
        if (counted) {
            figures.add(Figures.of(result, before, Status.of(server)));
        }
        return result.seconds();
    }

    String line(long records) {
        Summary seconds = Summary.of(figures, Figures::seconds).orElseThrow();
        return "| %,d | %s | %.2f | %.2f to %.2f | %s · %s | %s MB | %s · %s | %s |"
                .formatted(
                        records,
                        name,
                        seconds.median(),
                        seconds.min(),
                        seconds.max(),
                        median("%.1f", Figures::client),
                        median("%.1f", Figures::server),
                        median("%.0f", Figures::megabytes),
                        median("%.0f", Figures::messages),
                        median("%.1f", Figures::megabytesIn),
                        median("%.0f", Figures::syncs));
    }

    private String median(String format, Function<Figures, @Nullable Double> figure) {
        Double median = Summary.median(figures, figure);
        return median == null ? "–" : format.formatted(median);
    }

    /** Figures of one run; null if the system or the server does not report them. */
    private record Figures(
            double seconds,
            @Nullable Double client,
            @Nullable Double server,
            @Nullable Double megabytes,
            @Nullable Double messages,
            @Nullable Double megabytesIn,
            @Nullable Double syncs) {

        static Figures of(ProcessResult result, Status before, Status after) {
            return new Figures(
                    result.seconds(),
                    result.cpuSeconds().orElse(null),
                    difference(before.cpu(), after.cpu(), 1),
                    result.peakBytes().map(bytes -> bytes / MEGA).orElse(null),
                    difference(before.messages(), after.messages(), 1),
                    difference(before.bytes(), after.bytes(), MEGA),
                    difference(before.syncs(), after.syncs(), 1));
        }

        private static @Nullable Double difference(@Nullable Double before, @Nullable Double after, double unit) {
            return before == null || after == null ? null : (after - before) / unit;
        }
    }

    /** Counters of the server since its start. */
    private record Status(
            @Nullable Double cpu,
            @Nullable Double messages,
            @Nullable Double bytes,
            @Nullable Double syncs) {

        static Status of(ServerUnderTest server) {
            Document status =
                    server.connection().client().getDatabase("admin").runCommand(new Document("serverStatus", 1));
            return new Status(
                    server.cpuSeconds().orElse(null),
                    number(status, "network", "numRequests"),
                    number(status, "network", "bytesIn"),
                    number(status, "wiredTiger", "log", "log sync operations"));
        }

        private static @Nullable Double number(Document status, String... path) {
            return status.getEmbedded(Stream.of(path).toList(), Object.class) instanceof Number number
                    ? number.doubleValue()
                    : null;
        }
    }
}
