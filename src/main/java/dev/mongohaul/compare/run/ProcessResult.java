package dev.mongohaul.compare.run;

import java.util.Optional;

/** Figures of an ended child; empty if this system does not report them. */
public record ProcessResult(double seconds, Optional<Double> cpuSeconds, Optional<Long> peakBytes) {}
