package dev.mongohaul.notification;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Receivers of notifications that the environment names.
 *
 * @param webhook is tried again while it is away
 * @param others get each notification once, and log their failures
 */
record Receivers(Optional<WebhookSender> webhook, List<Other> others) {

    /** Receiver that gets each notification once. */
    interface Other {

        /**
         * Takes a notification. Its failure is logged, and changes nothing.
         *
         * @param limit longest time that it takes
         */
        void take(Notification notification, Duration limit) throws InterruptedException;

        /** Returns its name, which may be printed. */
        String name();
    }

    Receivers {
        others = List.copyOf(others);
    }

    /** Returns whether the environment has a variable of a receiver; a command without one loads no other class for it. */
    static boolean areIn(Map<String, String> environment) {
        return Stream.of(Webhook.URL, Webhook.SECRET, PayloadTemplate.VARIABLE, OperatorProgram.VARIABLE)
                .anyMatch(environment::containsKey);
    }

    /**
     * Returns the receivers of the environment; empty if it names none.
     *
     * @throws InvalidWebhookException if one of them is invalid
     */
    static Optional<Receivers> of(Map<String, String> environment) {
        Optional<WebhookSender> webhook = Webhook.of(environment).map(WebhookSender::new);
        List<Other> others = Stream.<Optional<? extends Other>>of(OperatorProgram.of(environment))
                .<Other>flatMap(Optional::stream)
                .toList();
        return webhook.isEmpty() && others.isEmpty() ? Optional.empty() : Optional.of(new Receivers(webhook, others));
    }

    /** Returns their names, which may be printed. */
    String names() {
        return Stream.concat(
                        webhook.map(WebhookSender::receiver).stream(),
                        others.stream().map(Other::name))
                .collect(Collectors.joining(" and "));
    }
}
