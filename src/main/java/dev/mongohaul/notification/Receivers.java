package dev.mongohaul.notification;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Receivers of notifications that the environment names: a webhook, a program, or both. */
record Receivers(Optional<WebhookSender> webhook, Optional<OperatorProgram> program) {

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
        Optional<OperatorProgram> program = OperatorProgram.of(environment);
        return webhook.isEmpty() && program.isEmpty() ? Optional.empty() : Optional.of(new Receivers(webhook, program));
    }

    /** Returns their names, which may be printed. */
    String names() {
        return Stream.concat(
                        webhook.map(WebhookSender::receiver).stream(), program.map(OperatorProgram::toString).stream())
                .collect(Collectors.joining(" and "));
    }
}
