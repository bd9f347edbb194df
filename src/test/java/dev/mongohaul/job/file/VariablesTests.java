package dev.mongohaul.job.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mongohaul.job.setting.JobFile;
import dev.mongohaul.job.setting.Operation;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VariablesTests {

    private static final Path FILE = Path.of("/work/jobs/shop.yml");
    private static final Map<String, String> ENVIRONMENT = Map.ofEntries(
            Map.entry("DAY", "2026-11-23"),
            Map.entry("CHUNK", "7"),
            Map.entry("OPERATION", "upsert"),
            Map.entry("ORDERED", "true"),
            Map.entry("EMPTY", ""),
            Map.entry("NAME", "shop"),
            Map.entry("YAML", "x\ntarget: {y: z}"),
            Map.entry("DB_PASSWORD", "s3cret"),
            Map.entry("MONGODB_URI", "mongodb://h"),
            Map.entry("DATABASE_URL", "postgres://ann:s3cret/x@db:5432/shop"),
            Map.entry("EMPTY_USER", "redis://:s3cret@db"),
            Map.entry("HOST_URL", "https://db:8080/a@b"),
            Map.entry("PASSENGERS", "12"));

    @Test
    void variablesAreReplacedInValuesOfAnyType() {
        JobFile job = read("""
                description: orders of ${NAME}
                source: { files: ["in/${DAY}/*.csv", "${NONE:-in}/b.csv"] }
                target: { collection: "${NAME}", id: [k] }
                write:
                  operation: ${OPERATION}
                  ordered: ${ORDERED}
                  chunk-size: ${CHUNK}
                """);

        assertThat(job.description()).isEqualTo("orders of shop");
        assertThat(job.source().files()).containsExactly("/work/in/2026-11-23/*.csv", "/work/in/b.csv");
        assertThat(job.target().collection()).isEqualTo("shop");
        assertThat(job.write().operation()).isEqualTo(Operation.ForAll.UPSERT);
        assertThat(job.write().ordered()).isTrue();
        assertThat(job.write().chunkSize()).isEqualTo(7);
    }

    @Test
    void storedSettingsShowTheNamesOfVariables() {
        String settings = EffectiveSettings.of(read("""
                        source: { files: "in/${DAY}.csv" }
                        target: { collection: "${NAME}" }
                        fields: { "a/b": { type: string, nulls: ["${NAME}", x] } }
                        write:
                          chunk-size: ${CHUNK}
                        """)).toJson();

        assertThat(settings)
                .contains(
                        "\"files\":\"in/${DAY}.csv\"",
                        "\"collection\":\"${NAME}\"",
                        "\"nulls\":[\"${NAME}\",\"x\"]",
                        "\"chunk-size\":\"${CHUNK}\"")
                .doesNotContain("2026-11-23", "shop");
    }

    @Test
    void filesAreShownWithTheNamesOfVariables() {
        assertThat(read("source: {files: '${DAY}.csv'}\ntarget: {collection: c}")
                        .shownFiles())
                .containsExactly("${DAY}.csv");
        assertThat(read("source: {files: ['${DAY}.csv', b.csv]}\ntarget: {collection: c}")
                        .shownFiles())
                .containsExactly("${DAY}.csv", "/work/b.csv");
    }

    @Test
    void parametersAndKeysAreText() {
        JobFile job = new JobFileReader(Path.of("/work"), ENVIRONMENT)
                .read(
                        FILE,
                        "source: {files: a.csv}\ntarget: {collection: c}\nfields: {\"x${NAME}\": string}\nnulls: [\"$${NAME}\"]",
                        List.of("description=${NAME}", "files=[\"${DAY}.csv\"]"));

        assertThat(job.description()).isEqualTo("${NAME}");
        assertThat(job.source().files()).containsExactly("/work/${DAY}.csv");
        assertThat(job.fields()).containsOnlyKeys("x${NAME}");
        assertThat(job.nulls()).containsExactly("${NAME}");
    }

    @Test
    void valueCannotChangeTheStructure() {
        assertThat(read("source: {files: a.csv}\ntarget: {collection: c}\ndescription: a\nnulls: [\"${YAML}\"]")
                        .nulls())
                .containsExactly("x\ntarget: {y: z}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "${NONE}          | the environment variable NONE is not set: set it, or write ${NONE:-default}",
                "${DB_PASSWORD}   | uses the variable DB_PASSWORD, which may be a secret",
                "${my_api_key:-x} | uses the variable my_api_key, which may be a secret",
                "${MONGODB_URI}   | uses the variable MONGODB_URI, which may be a secret",
                "${DB_PWD}        | uses the variable DB_PWD, which may be a secret",
                "${DB_PASS:-x}    | uses the variable DB_PASS, which may be a secret",
                "${AWS_CREDENTIALS} | uses the variable AWS_CREDENTIALS, which may be a secret",
                "${basic_auth}    | uses the variable basic_auth, which may be a secret",
                "${MONGOHAUL_WEBHOOK_URL} | uses the variable MONGOHAUL_WEBHOOK_URL, which may be a secret",
                "${MONGOHAUL_USERS_FILE}  | uses the variable MONGOHAUL_USERS_FILE, which may be a secret",
                "${MONGODB_URI_TWO}       | uses the variable MONGODB_URI_TWO, which may be a secret",
                "${DATABASE_URL}  | uses the variable DATABASE_URL, whose value has a password (//user:password@)",
                "${EMPTY_USER}    | uses the variable EMPTY_USER, whose value has a password (//user:password@)",
                "${SHOP_TOKEN}    | uses the variable SHOP_TOKEN, which may be a secret",
                "${NAME           | has ${ without the name of a variable and }",
                "${1}             | has ${ without the name of a variable and }",
                "a$b${}           | has ${ without the name of a variable and }"
            })
    void wrongVariableIsRefusedWithItsLine(String value, String message) {
        assertThatThrownBy(() -> read("source:\n  files: a.csv\ntarget:\n  collection: '" + value + "'\n"))
                .isInstanceOf(JobFileException.class)
                .hasMessageStartingWith("/work/jobs/shop.yml:4: target.collection: " + message)
                .hasMessageNotContaining("s3cret");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "${EMPTY:-x}  | x",
                "${NAME:-x}   | shop",
                "${NONE:-}y   | y",
                "a$${NAME}b   | a${NAME}b",
                "$${NAME}${NAME} | ${NAME}shop",
                "${HOST_URL}  | https://db:8080/a@b",
                "100 $        | 100 $",
                "{date}       | {date}"
            })
    void textsAreThoseOfAShell(String value, String text) {
        assertThat(read("source: {files: a.csv}\ntarget: {collection: c}\nnulls: ['" + value + "']")
                        .nulls())
                .containsExactly(text);
    }

    @Test
    void messagesShowTheNameOfTheVariable() {
        assertThatThrownBy(
                        () -> read(
                                "source: {files: a.csv}\ntarget: {collection: c}\nwrite:\n  chunk-size: ${NAME}\n  writer: '${DAY}'"))
                .hasMessageContaining("write.chunk-size: \"${NAME}\" is not a count")
                .hasMessageContaining("write.writer: \"${DAY}\" is not one of")
                .hasMessageNotContaining("2026");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NAME              | uses the variable DAY, which MONGOHAUL_JOB_VARIABLES does not name",
                "DAY, DATABASE_URL | uses the variable DATABASE_URL, whose value has a password",
                "DAY,DATABASE_URL,MONGODB_URI | uses the variable MONGODB_URI, which may be a secret"
            })
    void onlyNamedVariablesAreAllowed(String allowed, String message) {
        String text = "source: {files: '${DAY}${%s}'}\ntarget: {collection: c}"
                .formatted(allowed.substring(allowed.lastIndexOf(',') + 1).strip());

        assertThatThrownBy(() -> readAllowing(allowed, text)).hasMessageContaining(message);
    }

    @Test
    void namedVariableMayLookLikeASecret() {
        assertThat(readAllowing("DAY, PASSENGERS", "source: {files: '${DAY}-${PASSENGERS}'}\ntarget: {collection: c}")
                        .source()
                        .files())
                .containsExactly("/work/2026-11-23-12");
    }

    @ParameterizedTest
    @ValueSource(strings = {"${DAY}", "${SENTRY_DSN}", "${SLACK_HOOK_URL:-x}"})
    void serveAllowsOnlyListedVariables(String value) {
        JobFiles files = new JobFiles(Path.of("/work"), Path.of("/work"), ENVIRONMENT).withListedVariables();
        String text = "source: {files: '%s'}\ntarget: {collection: c}".formatted(value);

        assertThatThrownBy(() -> files.read(FILE, text, List.of()))
                .hasMessageContaining("which MONGOHAUL_JOB_VARIABLES does not name; serve allows only");
    }

    private static JobFile readAllowing(String variables, String text) {
        Map<String, String> environment = new HashMap<>(ENVIRONMENT);
        environment.put("MONGOHAUL_JOB_VARIABLES", variables);
        return new JobFileReader(Path.of("/work"), environment).read(FILE, text, List.of());
    }

    private static JobFile read(String text) {
        return new JobFileReader(Path.of("/work"), ENVIRONMENT).read(FILE, text, List.of());
    }
}
