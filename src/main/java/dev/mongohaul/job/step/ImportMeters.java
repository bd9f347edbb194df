package dev.mongohaul.job.step;

/** Makes a meter for each try of an import. A bean of it is found where there is one. */
@FunctionalInterface
public interface ImportMeters {

    /** Measures nothing: a command that is over in a second is asked by nobody. */
    ImportMeters NONE = (job, writer) -> ImportMeter.NONE;

    /**
     * The meter of one try.
     *
     * @param writer as a job file names it
     */
    ImportMeter of(String job, String writer);
}
