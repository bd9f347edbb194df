package dev.mongohaul;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Tests of one JVM that were skipped: a line for each, or for each class, in a file of the folder {@code -Dtest.costs}, with the
 * number of tests, the class and the reason. {@code .ci/TestCosts.java} prints them.
 */
public final class SkippedTests implements TestExecutionListener {

    private final Path file = Path.of(
            System.getProperty("test.costs", "target/test-costs/other"),
            ProcessHandle.current().pid() + ".skipped");
    private TestPlan plan;

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
        plan = started;
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        add(test, reason.replaceFirst("^.* ==> ", ""));
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
            String reason = result.getThrowable().map(Throwable::getMessage).orElse("");
            add(test, reason.replaceFirst("^Assumption failed: ", ""));
        }
    }

    private void add(TestIdentifier test, String reason) {
        long count = test.isTest()
                ? 1
                : Math.max(
                        1,
                        plan.getDescendants(test).stream()
                                .filter(TestIdentifier::isTest)
                                .count());
        String line = "%d\t%s\t%s%n"
                .formatted(
                        count,
                        test.getSource().map(SkippedTests::className).orElse(""),
                        reason.replaceAll("\\s+", " "));
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String className(TestSource source) {
        String name = source instanceof MethodSource method
                ? method.getClassName()
                : source instanceof ClassSource type ? type.getClassName() : source.toString();
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
