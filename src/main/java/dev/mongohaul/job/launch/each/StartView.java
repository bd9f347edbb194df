package dev.mongohaul.job.launch.each;

import dev.mongohaul.job.launch.ImportLauncher;
import dev.mongohaul.job.launch.Launch;
import dev.mongohaul.job.launch.LaunchResult;
import dev.mongohaul.job.monitor.ImportMonitor;

/** View of a {@link Start} while it runs. The default methods show nothing. */
public interface StartView {

    StartView NONE = new StartView() {};

    /** Runs a launch to its end, and shows its progress. */
    default LaunchResult during(Launch launch, ImportMonitor monitor, ImportLauncher launcher) {
        return launch.on(launcher);
    }

    /** Takes the result of one import of all files. */
    default void ended(Launch launch, LaunchResult result) {}

    /** Takes the result of a file that is imported alone, when its import has ended. */
    default void ended(FileResult file) {}

    /** Takes the results of all such files. */
    default void ended(FileResults files) {}
}
