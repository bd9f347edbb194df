package dev.mongohaul.compare.suite;

import java.nio.file.Path;

/** Suites of a text. */
public final class TestSuite {

    private TestSuite() {}

    /** Called test. */
    public static Suite of(String text) {
        return SuiteFiles.read(Path.of("test.yml"), text, null);
    }
}
