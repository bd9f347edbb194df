package dev.mongohaul.job.step;

import dev.mongohaul.mongo.RetryBudget;
import dev.mongohaul.repository.run.PhaseTimes;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.batch.core.ExitStatus;
import org.springframework.batch.core.listener.StepExecutionListener;
import org.springframework.batch.core.step.StepExecution;

/** Listener of the import step that stores for how long the server was overloaded meanwhile. */
final class OverloadClock implements StepExecutionListener {

    private final RetryBudget retries;
    private Duration before = Duration.ZERO;

    OverloadClock(RetryBudget retries) {
        this.retries = retries;
    }

    @Override
    public void beforeStep(StepExecution step) {
        before = retries.overloaded();
    }

    @Override
    public @Nullable ExitStatus afterStep(StepExecution step) {
        PhaseTimes.putOverloaded(retries.overloaded().minus(before), step.getExecutionContext());
        return null;
    }
}
