package dev.mongohaul.compare.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.compare.run.ChildProcess.ProcFiles;
import org.junit.jupiter.api.Test;

class ProcFilesTests {

    @Test
    void commandNameMayHaveBlanksAndParentheses() {
        String stat = "42 (a (b) c) S 1 42 42 0 -1 4194560 5 6 0 0 11 12 1300 250 20 0 1 0 77 88\n";

        assertThat(ProcFiles.childrenSeconds(stat)).isEqualTo(15.5);
    }

    @Test
    void peakIsInBytes() {
        assertThat(ProcFiles.peak("Name:\tjava\nVmPeak:\t 900 kB\nVmHWM:\t  250000 kB\nVmRSS:\t 20 kB\n"))
                .contains(256_000_000L);
    }

    @Test
    void endedProcessHasNoPeak() {
        assertThat(ProcFiles.peak("Name:\tjava\nState:\tZ (zombie)\n")).isEmpty();
    }
}
