package dev.mongohaul.job.run;

import java.util.function.Function;
import org.springframework.batch.core.job.JobInterruptedException;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.core.step.StepExecution;

/** A step that is made when it is its turn, of what the steps before it found out. */
final class LateStep implements Step {

    private final String name;
    private final Function<StepExecution, Step> maker;

    LateStep(String name, Function<StepExecution, Step> maker) {
        this.name = name;
        this.maker = maker;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public boolean isAllowStartIfComplete() {
        return true;
    }

    @Override
    public void execute(StepExecution execution) throws JobInterruptedException {
        maker.apply(execution).execute(execution);
    }
}
