package dev.mongohaul.notification;

import dev.mongohaul.repository.plan.PhaseResult;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * JSON that a webhook receives in place of a notification. Each <code>{field}</code> in one of its texts stands for a field
 * of the notification, and <code>{run/status}</code> for one below it. Values cannot change the shape of the JSON.
 */
record PayloadTemplate(JsonNode json) {

    static final String VARIABLE = "MONGOHAUL_WEBHOOK_TEMPLATE";

    private static final Pattern FIELD = Pattern.compile("\\{([A-Za-z]+)((?:/[A-Za-z0-9]+)*)}");
    private static final List<String> FIELDS = Arrays.stream(Notification.class.getRecordComponents())
            .map(RecordComponent::getName)
            .flatMap(name -> name.equals("results") ? PhaseResult.PHASES.stream() : Stream.of(name))
            .toList();

    /** @throws InvalidWebhookException if it is not JSON, or names a field that no notification has */
    static PayloadTemplate of(String text) {
        JsonNode json;
        try {
            json = JsonMapper.shared().readTree(text);
        } catch (JacksonException e) {
            throw new InvalidWebhookException("%s is not JSON: %s. A template is such as {\"text\": \"{text}\"}."
                    .formatted(VARIABLE, problem(e)));
        }
        FIELD.matcher(text)
                .results()
                .map(found -> found.group(1))
                .filter(field -> !FIELDS.contains(field))
                .findFirst()
                .ifPresent(field -> {
                    throw new InvalidWebhookException(
                            "%s has {%s}, but a notification has no such field. Fields are %s."
                                    .formatted(VARIABLE, field, String.join(", ", FIELDS)));
                });
        return new PayloadTemplate(json);
    }

    private static String problem(JacksonException e) {
        return e instanceof UnexpectedEndOfInputException
                ? "it ends before its last quote or bracket is closed"
                : "character %d is not expected there"
                        .formatted(e.getLocation() == null ? 1 : e.getLocation().getColumnNr());
    }

    byte[] fill(Notification notification) {
        JsonNode values = JsonMapper.shared().valueToTree(notification);
        return JsonMapper.shared().writeValueAsBytes(filled(json.deepCopy(), values));
    }

    private static JsonNode filled(JsonNode node, JsonNode values) {
        if (node instanceof ObjectNode object) {
            for (Map.Entry<String, JsonNode> property : List.copyOf(object.properties())) {
                object.set(property.getKey(), filled(property.getValue(), values));
            }
        } else if (node instanceof ArrayNode array) {
            for (int index = 0; index < array.size(); index++) {
                array.set(index, filled(array.get(index), values));
            }
        }
        return node.isString() ? nodes().stringNode(replaced(node.stringValue(), values)) : node;
    }

    private static JsonNodeFactory nodes() {
        return JsonMapper.shared().getNodeFactory();
    }

    private static String replaced(String text, JsonNode values) {
        return FIELD.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(text(values.at("/" + found.group(1) + found.group(2)))));
    }

    private static String text(JsonNode value) {
        if (value.isArray()) {
            return value.valueStream().map(PayloadTemplate::text).collect(Collectors.joining(", "));
        }
        return value.isObject() ? value.toString() : value.asString("");
    }
}
