package dev.mongohaul.compare.suite;

import java.nio.file.Path;

/** Suites of a text. */
public final class TestSuite {

    private TestSuite() {}

    /** Under the name {@code test}. */
    public static Suite of(String text) {
        return SuiteFiles.read(Path.of("test.yml"), text, null);
    }
}
