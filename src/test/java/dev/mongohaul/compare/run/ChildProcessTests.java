package dev.mongohaul.compare.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ChildProcessTests {

    @Test
    void tuningAndPropertiesArePassedOn() {
        assertThat(ThisProgram.options(List.of("-XX:+UseSerialGC", "-Xmx256m", "-Xss1m", "-Dfile.encoding=UTF-8")))
                .containsExactly("-XX:+UseSerialGC", "-Xmx256m", "-Xss1m", "-Dfile.encoding=UTF-8");
    }

    @Test
    void agentsAndFilesOfOneProcessAreNotPassedOn() {
        assertThat(ThisProgram.options(List.of(
                        "-javaagent:jacoco.jar",
                        "-agentlib:jdwp",
                        "-XX:ArchiveClassesAtExit=a.jsa",
                        "-Xlog:gc:file=x")))
                .isEmpty();
    }

    @Test
    void heapReplacesTheGivenOne() {
        assertThat(new ThisProgram(List.of("java", "-Xms112m", "-Xmx256m", "-Xss1m", "-jar", "a.jar")).withHeap("2g"))
                .isEqualTo(new ThisProgram(List.of("java", "-Xmx2g", "-Xss1m", "-jar", "a.jar")));
    }

    @Test
    void jarIsStartedAsAJar() {
        assertThat(ThisProgram.program("/opt/mongohaul.jar", "/opt/mongohaul.jar compare writers"))
                .containsExactly("-jar", "/opt/mongohaul.jar");
    }

    @Test
    void classPathIsStartedByItsMainClass() {
        assertThat(ThisProgram.program("a.jar:b", "dev.mongohaul.Mongohaul compare"))
                .containsExactly("-cp", "a.jar:b", "dev.mongohaul.Mongohaul");
        assertThat(ThisProgram.program("/opt/mongohaul.jar", "dev.mongohaul.Mongohaul compare"))
                .containsExactly("-cp", "/opt/mongohaul.jar", "dev.mongohaul.Mongohaul");
    }
}
