package dev.mongohaul.compare.suite;

import java.nio.file.Path;

/** Suites that are parsed from a text. */
public final class TestSuite {

    private TestSuite() {}

    /** Returns a suite of this name: "test". */
    public static Suite of(String text) {
        return new SuiteFile(Path.of("test.yml"), text, null).read();
    }
}
