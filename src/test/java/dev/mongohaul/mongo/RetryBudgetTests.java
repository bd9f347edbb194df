package dev.mongohaul.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

class RetryBudgetTests {

    private final RetryBudget budget = new RetryBudget(Duration.ofMillis(500));
    private final AtomicInteger attempts = new AtomicInteger();

    @Test
    void operationIsRepeatedUntilItSucceeds() {
        assertThat(budget.call("save", failing(2, new MongoException(10107, "not primary"))))
                .isEqualTo("saved");
        assertThat(attempts).hasValue(3);
    }

    @Test
    void wrappedTransientErrorIsRetried() {
        RuntimeException wrapped =
                new DataAccessResourceFailureException("wrapped", new MongoException(91, "shutting down"));

        assertThat(budget.call("save", failing(1, wrapped))).isEqualTo("saved");
    }

    @Test
    void otherFailuresAreNotRepeated() {
        IllegalStateException failure = new IllegalStateException("a bug");

        assertThatThrownBy(() -> budget.call("save", failing(1, failure))).isSameAs(failure);
        assertThat(attempts).hasValue(1);
    }

    @Test
    void exhaustedBudgetAppliesToAllOperations() {
        exhaust();

        assertThatThrownBy(() -> budget.call("save", failing(1, new MongoException(91, "shutting down"))))
                .isInstanceOf(TransientServerException.class)
                .hasMessageStartingWith("MongoDB could not save: code 91: shutting down. The same command");
        assertThat(attempts).hasValue(1);
    }

    @Test
    void successRestoresTheBudget() {
        exhaust();
        budget.call("save", failing(0, new MongoException("never")));

        assertThat(budget.lasting(Duration.ofSeconds(1)).call("save", failing(2, new MongoException(91, "again"))))
                .isEqualTo("saved");
    }

    @Test
    void hurryShortensALongWait() {
        RetryBudget long14 = new RetryBudget(Duration.ofSeconds(14));
        long14.hurry();

        assertThat(long14.allowed()).isLessThan(Duration.ofSeconds(4));
        assertThat(RetryBudget.NONE.allowed()).isZero();
    }

    private void exhaust() {
        assertThatThrownBy(() -> budget.lasting(Duration.ZERO).run("save", () -> {
                    throw new MongoException(91, "shutting down");
                }))
                .isInstanceOf(TransientServerException.class);
    }

    /** Fails so often, counted from this call on. */
    private Supplier<String> failing(int times, RuntimeException failure) {
        attempts.set(0);
        return () -> {
            if (attempts.getAndIncrement() < times) {
                throw failure;
            }
            return "saved";
        };
    }
}
