package dev.mongohaul.notification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.repository.plan.ImportVerification;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PayloadTemplateTests {

    private static final String TEXT = "a \"quoted\" \\ text {job}\n</x>";
    private static final Instant NIGHT = Instant.parse("2026-11-20T02:30:00Z");

    @Test
    void fieldsAreReplacedInAllTexts() {
        assertThat(
                        filled(
                                "{'a': ['{job}: {events}', 1, null], 'b': {'c': '{slot} {reason} {run/status}{{verification/verified}'}}"))
                .isEqualTo(json(
                        "{'a': ['orders: failed, rejects', 1, null], 'b': {'c': '2026-11-20T02:30:00Z  {unknown'}}"));
    }

    @Test
    void valueCannotChangeTheShape() {
        assertThat(filled("{'text': '{text}'}").get("text").asString()).isEqualTo(TEXT);
    }

    /** The documented lines, as a shell reads them. */
    @Test
    void documentedLinesGiveWhatChatsTake() throws IOException {
        List<String> lines = Pattern.compile("(?m)^export MONGOHAUL_WEBHOOK_TEMPLATE='(.*)'( +#.*)?$")
                .matcher(Files.readString(Path.of("docs/messages.md")))
                .results()
                .map(MatchResult::group)
                .map(line -> line.replaceFirst("^[^']*'", "").replaceFirst("'[^']*$", ""))
                .toList();

        assertThat(lines).hasSize(2);
        JsonNode chat = filled(lines.get(0));
        assertThat(chat.propertyNames()).containsExactly("text");
        assertThat(chat.get("text").asString()).isEqualTo(TEXT);
        JsonNode teams = filled(lines.get(1));
        assertThat(teams.at("/type").asString()).isEqualTo("message");
        assertThat(teams.at("/attachments/0/contentType").asString())
                .isEqualTo("application/vnd.microsoft.card.adaptive");
        assertThat(teams.at("/attachments/0/content/type").asString()).isEqualTo("AdaptiveCard");
        assertThat(teams.at("/attachments/0/content/body/0/type").asString()).isEqualTo("TextBlock");
        assertThat(teams.at("/attachments/0/content/body/0/text").asString()).isEqualTo(TEXT);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"text": {text}}     | is not JSON: character 11 is not expected there
            {"text": "{text}"    | is not JSON: it ends before its last quote or bracket is closed
            {"text": "{txt}"}    | has {txt}, but a notification has no such field. Fields are id, events, job,
            {"text": "{txt/x}"}  | has {txt}
            {"text": "{results}"} | Fields are id, events, job, slot, state, reason, text, run, verification, medianSeconds,
            """)
    void invalidTemplateIsRefused(String template, String why) {
        assertThatThrownBy(() ->
                        Webhook.of(Map.of("MONGOHAUL_WEBHOOK_URL", "http://a", "MONGOHAUL_WEBHOOK_TEMPLATE", template)))
                .isInstanceOf(InvalidWebhookException.class)
                .hasMessageContaining("MONGOHAUL_WEBHOOK_TEMPLATE ")
                .hasMessageContaining(why);
    }

    private static JsonNode filled(String template) {
        Notification notification = new Notification(
                "orders@1",
                List.of("failed", "rejects"),
                "orders",
                NIGHT,
                "refused",
                null,
                TEXT,
                null,
                Map.of("verification", ImportVerification.unknown(1, "gone")),
                null,
                NIGHT,
                List.of(),
                List.of());
        byte[] body = PayloadTemplate.of(template.replace('\'', '"')).fill(notification);
        return JsonMapper.shared().readTree(new String(body, StandardCharsets.UTF_8));
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text.replace('\'', '"'));
    }
}
