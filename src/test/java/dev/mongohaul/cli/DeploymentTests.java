package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.mongohaul.broker.BrokerAddress;
import dev.mongohaul.cli.run.SettingOptions;
import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.cli.session.ServerChoice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The samples in docker-compose.yml and docs/kubernetes agree with the program, with its docs, and with each other. */
class DeploymentTests {

    private static final Path COMPOSE = Path.of("docker-compose.yml");
    private static final Path KUBERNETES = Path.of("docs/kubernetes");
    private static final String SCALE_OUT = text(Path.of("docs/scale-out.md"));
    private static final String NIGHTS = text(Path.of("docs/nights.md"));
    private static final String INPUT_ROOTS = "MONGOHAUL_IMPORT_INPUTROOTS";
    private static final String ENVIRONMENT = text(Path.of("docs/environment.md"));

    private static final Pattern YAML_BLOCK = Pattern.compile("(?ms)^```yaml\\n(.*?)^```$");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| `([^`]+)`");
    private static final Pattern SUBSTITUTED = Pattern.compile("\\$\\{(\\w+)");
    private static final Pattern OPTION = Pattern.compile("(--[a-z-]+)(=.*)?");
    private static final Pattern QUERY =
            Pattern.compile("sum\\(max by \\(job, state\\) \\((\\w+)\\{(\\w+)=~\"([\\w|]+)\"}\\)\\)");
    private static final Pattern SECONDS = Pattern.compile("(\\d+)s");

    /** As long as the program takes after SIGTERM at most, with some time to spare. */
    private static final Duration GRACE = Duration.ofSeconds(45);

    private static final int READABLE_BY_GROUP = 0440;
    private static final String OURS = "mongohaul";
    private static final String HOME = "/srv/mongohaul/";

    static Stream<Container> containers() {
        return Stream.concat(
                services().stream()
                        .filter(service ->
                                service.yaml().path("image").asString("").equals(OURS)),
                pods().stream());
    }

    @Test
    void kubernetesFilesSayThatTheyWereNotRun() {
        assertThat(files()).hasSize(5).allSatisfy(file -> {
            assertThat(text(file)).startsWith("# Not run: checked by tests only.\n");
            assertThat(SCALE_OUT).contains("](kubernetes/%s)".formatted(file.getFileName()));
        });
    }

    @Test
    void environmentVariablesAreDocumented() {
        List<String> substituted = SUBSTITUTED
                .matcher(text(COMPOSE))
                .results()
                .map(name -> name.group(1))
                .toList();
        List<String> names = Stream.concat(
                        containers().flatMap(container -> container.environment().keySet().stream()),
                        substituted.stream().filter(name -> !name.equals("PWD")))
                .toList();

        assertThat(names)
                .contains("MONGODB_URI", "MONGOHAUL_BROKER_TRUST_STORE")
                .allSatisfy(name -> {
                    assertThat(name).matches("(MONGOHAUL|MONGODB|MANAGEMENT)_\\w+");
                    assertThat(ENVIRONMENT).contains("\n| `%s` |".formatted(name));
                });
    }

    @ParameterizedTest
    @MethodSource("containers")
    void optionsExist(Container container) {
        Set<String> known = program()
                .getSubcommands()
                .get(container.arguments().get(0))
                .getCommandSpec()
                .optionsMap()
                .keySet();

        assertThat(options(container.arguments()).keySet()).isSubsetOf(known);
    }

    @ParameterizedTest
    @MethodSource("containers")
    void commandIsValid(Container container) {
        assertThatNoException().isThrownBy(() -> parse(container.arguments().toArray(String[]::new)));
    }

    @Test
    void commandsOfTheDocsAreValid() {
        String section = section(SCALE_OUT, "docker compose");
        List<String> commands = SCALE_OUT
                .replaceAll("\\\\\n +", "")
                .lines()
                .filter(line -> line.startsWith("./mongohaul "))
                .map(line -> line.replaceFirst("\\S+ ", "").replaceFirst(" [>&].*", ""))
                .toList();

        assertThat(commands).isNotEmpty().allSatisfy(command -> parse(command.split(" ", -1)));
        assertThat(matches("--profile (\\w+)", section + text(COMPOSE)))
                .isNotEmpty()
                .isSubsetOf(services().stream()
                        .flatMap(service -> strings(service.yaml().path("profiles")))
                        .toList());
        assertThat(matches("--scale (\\w+)=", section + text(COMPOSE))).containsOnly("worker");
        assertThat(matches("-f docs/kubernetes/(\\S+)", SCALE_OUT))
                .contains("broker.yaml")
                .allSatisfy(file -> assertThat(KUBERNETES.resolve(file)).exists());
    }

    @ParameterizedTest
    @MethodSource("containers")
    void programHasTimeToEnd(Container container) {
        assertThat(container.grace()).isGreaterThanOrEqualTo(GRACE);
    }

    @ParameterizedTest
    @MethodSource("containers")
    void embeddedServerIsNotUsed(Container container) {
        assertThat(container.environment()).containsEntry("MONGOHAUL_EMBEDDED", "never");
    }

    @Test
    void workersAndManagersReachTheBroker() {
        Resource service = resource("Service");
        Container broker = pod("broker.yaml");
        int port = service.yaml().at("/spec/ports/0/port").asInt();
        String named = service.yaml().at("/spec/ports/0/targetPort").asString();
        JsonNode exposed = broker.yaml().at("/ports/0");

        assertThat(service.selected("/spec/selector")).isEqualTo(broker.labels());
        assertThat(exposed.path("name").asString()).isEqualTo(named);
        assertThat(options(broker.arguments()))
                .containsEntry("--port", exposed.path("containerPort").asString())
                .containsEntry("--address", "0.0.0.0");
        assertThat(List.of("startupProbe", "livenessProbe", "readinessProbe"))
                .allSatisfy(probe -> assertThat(
                                broker.yaml().path(probe).at("/tcpSocket/port").asString())
                        .isEqualTo(named));
        assertThat(List.of(pod("worker.yaml"), pod("import.yaml")))
                .allSatisfy(client -> assertThat(BrokerAddress.of(client.environment()))
                        .contains(new BrokerAddress(service.name(), port, true, null, null)));
    }

    @Test
    void composeWorkersReachTheBroker() {
        BrokerAddress address =
                BrokerAddress.of(service("worker").environment()).orElseThrow();
        String port = options(service("broker").arguments()).getOrDefault("--port", "" + BrokerAddress.DEFAULT_PORT);

        assertThat(address).hasToString("tcp://127.0.0.1:" + port);
        assertThat(service("broker").yaml().at("/healthcheck/test").toString()).contains("/dev/tcp/127.0.0.1/" + port);
        assertThat(matches(
                        "MONGOHAUL_BROKER_URL[=:] ?(tcp:[^\\s`]+)",
                        text(COMPOSE) + section(SCALE_OUT, "docker compose")))
                .isNotEmpty()
                .containsOnly(address.toString());
        assertThat(matches(
                        "MONGODB_URI[=:] ?'?(mongodb:[^\\s']+)", text(COMPOSE) + section(SCALE_OUT, "docker compose")))
                .isNotEmpty()
                .containsOnly(service("worker").environment().get("MONGODB_URI"));
    }

    @Test
    void eachProcessHasItsOwnUserAndPassword() {
        Map<String, String> broker = options(pod("broker.yaml").arguments());

        assertThat(Map.of("manager", pod("import.yaml"), "worker", pod("worker.yaml")))
                .allSatisfy((user, container) -> {
                    assertThat(container.environment())
                            .containsEntry("MONGOHAUL_BROKER_USER", user)
                            .containsEntry(
                                    "MONGOHAUL_BROKER_PASSWORD_FILE", broker.get("--%s-password-file".formatted(user)));
                    assertThat(container.sources())
                            .contains("mongohaul-broker-" + user)
                            .doesNotContain("mongohaul-broker-tls");
                });
        assertThat(pod("worker.yaml").sources()).doesNotContain("mongohaul-broker-manager");
        assertThat(pod("import.yaml").sources()).doesNotContain("mongohaul-broker-worker");
    }

    @Test
    void serveIsAManagerByTheVariablesOfTheImport() {
        Map<String, String> listed = ROW.matcher(section(SCALE_OUT, "serve as a manager"))
                .results()
                .collect(Collectors.toMap(row -> row.group(1), row -> row.group(2)));

        assertThat(listed).isEqualTo(brokerVariables(pod("import.yaml")));
    }

    @Test
    void mountedVolumesAreDeclaredAndDeclaredOnesAreMounted() {
        assertThat(pods())
                .allSatisfy(pod -> assertThat(strings(pod.yaml().path("volumeMounts"), "name"))
                        .doesNotHaveDuplicates()
                        .containsExactlyInAnyOrderElementsOf(
                                strings(pod.pod().path("volumes"), "name").toList()));
        Set<String> declared = names(yaml(COMPOSE).get(0).path("volumes"));
        assertThat(services().stream()
                        .flatMap(service -> strings(service.yaml().path("volumes")))
                        .filter(volume -> !volume.startsWith("./"))
                        .map(volume -> volume.replaceFirst(":.*", "")))
                .isNotEmpty()
                .isSubsetOf(declared);
    }

    @Test
    void filesOfOptionsAndVariablesAreMounted() {
        assertThat(pods().stream().flatMap(pod -> pod.files().stream())).hasSizeGreaterThan(5);
        assertThat(pods())
                .allSatisfy(pod -> assertThat(pod.files()).allSatisfy(file -> {
                    JsonNode mount = only(
                            pod.yaml().path("volumeMounts"),
                            "mountPath",
                            file.getParent().toString());
                    JsonNode volume = only(
                            pod.pod().path("volumes"),
                            "name",
                            mount.path("name").asString());
                    assertThat(mount.path("readOnly").asBoolean()).isTrue();
                    assertThat(rowOf(volume)).contains("`%s`".formatted(file.getFileName()));
                }));
    }

    @Test
    void secretsConfigMapsAndClaimsAreDescribed() {
        assertThat(pods())
                .allSatisfy(pod -> assertThat(list(pod.pod().path("volumes")))
                        .filteredOn(volume -> !volume.has("emptyDir"))
                        .allSatisfy(volume -> assertThat(rowOf(volume))
                                .contains(pod.arguments().get(0))));
        assertThat(matches("kubectl create (?:secret generic|configmap) (\\S+)", SCALE_OUT))
                .containsExactlyInAnyOrderElementsOf(pods().stream()
                        .flatMap(pod -> list(pod.pod().path("volumes")).stream())
                        .filter(volume -> volume.has("secret") || volume.has("configMap"))
                        .map(DeploymentTests::sourceOf)
                        .collect(Collectors.toSet()));
    }

    @Test
    void secretsAreReadableByTheGroupAtMost() {
        assertThat(pods().stream().flatMap(pod -> list(pod.pod().path("volumes")).stream()))
                .filteredOn(volume -> volume.has("secret"))
                .hasSizeGreaterThan(5)
                .allSatisfy(volume ->
                        assertThat(volume.at("/secret/defaultMode").asInt()).isEqualTo(READABLE_BY_GROUP));
    }

    @Test
    void foldersThatTheProgramWritesToAreWritable() {
        String journal = HOME + ServerChoice.EMBEDDED;

        assertThat(text(Path.of("Dockerfile"))).contains("\nWORKDIR " + HOME.replaceFirst("/$", "\n"));
        assertThat(writable(pod("broker.yaml"))).containsExactlyInAnyOrder("/tmp", journal);
        assertThat(writable(pod("worker.yaml"))).containsExactly("/tmp");
        assertThat(writable(pod("import.yaml"))).containsExactlyInAnyOrder("/tmp", HOME + "rejects");
        assertThat(strings(service("broker").yaml().path("tmpfs")))
                .containsExactlyInAnyOrder("/tmp", journal + ":mode=0700,uid=10001,gid=10001");
        // Without exec, the library for Zstandard cannot be loaded.
        assertThat(strings(service("worker").yaml().path("tmpfs"))).containsExactly("/tmp:exec");
        assertThat(strings(service("serve").yaml().path("tmpfs"))).containsExactly("/tmp:exec");
    }

    @Test
    void workersFindTheInputsOfTheImport() {
        List<JsonNode> mounts = Stream.of("import.yaml", "worker.yaml")
                .map(file -> only(pod(file).yaml().path("volumeMounts"), "name", "in"))
                .toList();

        assertThat(mounts.get(0)).isEqualTo(mounts.get(1));
        assertThat(pod("worker.yaml").environment())
                .containsEntry(INPUT_ROOTS, mounts.get(1).path("mountPath").asString());
        assertThat(Stream.of("import.yaml", "worker.yaml")
                        .map(file -> sourceOf(only(pod(file).pod().path("volumes"), "name", "in"))))
                .containsExactly("incoming", "incoming");
    }

    @Test
    void composeWorkersFindTheInputsOfHostAndServe() {
        String volume = strings(service("worker").yaml().path("volumes")).collect(Collectors.joining(" "));
        Matcher parts = Pattern.compile("\\./(\\w+):([^:]+):ro").matcher(volume);

        assertThat(parts.matches()).isTrue();
        assertThat(service("worker").environment())
                .containsEntry("MONGOHAUL_INPUT_MAP", "${PWD}/%s=%s".formatted(parts.group(1), parts.group(2)));
        assertThat(strings(service("serve").yaml().path("volumes"))).contains(volume);
    }

    @Test
    void composeServicesAreRestrictedAlike() {
        List<String> keys = List.of(
                "build",
                "image",
                "network_mode",
                "read_only",
                "cap_drop",
                "security_opt",
                "restart",
                "stop_grace_period");
        JsonNode serve = service("serve").yaml();

        assertThat(serve.path("read_only").asBoolean()).isTrue();
        assertThat(strings(serve.path("cap_drop"))).containsExactly("ALL");
        assertThat(List.of("broker", "worker")).allSatisfy(name -> {
            JsonNode service = service(name).yaml();
            assertThat(strings(service.path("profiles"))).containsExactly("workers");
            assertThat(keys)
                    .allSatisfy(key -> assertThat(service.path(key)).as(key).isEqualTo(serve.path(key)));
        });
    }

    @Test
    void composeWorkersWaitForBrokerAndServer() {
        JsonNode needed = service("worker").yaml().path("depends_on");

        assertThat(names(needed)).containsExactlyInAnyOrder("broker", "mongodb").allSatisfy(name -> {
            assertThat(needed.path(name).path("condition").asString()).isEqualTo("service_healthy");
            assertThat(service(name).yaml().path("healthcheck").has("test")).isTrue();
        });
    }

    @Test
    void imageAndUserAreThoseOfOtherSamples() {
        JsonNode serve = podSpec(nights("Deployment"));

        assertThat(serve.at("/securityContext/runAsUser").asInt()).isEqualTo(10001);
        assertThat(text(Path.of("Dockerfile"))).contains("\nUSER 10001:10001\n");
        assertThat(pods()).hasSize(3).allSatisfy(pod -> {
            assertThat(pod.pod().path("securityContext")).isEqualTo(serve.path("securityContext"));
            assertThat(List.of("image", "securityContext"))
                    .allSatisfy(key -> assertThat(pod.yaml().path(key))
                            .isEqualTo(serve.at("/containers/0").path(key)));
        });
    }

    @Test
    void podsUseNeitherTheApiNorAllSystemCalls() {
        Stream<JsonNode> specifications = Stream.concat(
                pods().stream().map(Container::pod),
                Stream.of("CronJob", "Deployment").map(kind -> podSpec(nights(kind))));

        assertThat(specifications).hasSize(5).allSatisfy(pod -> {
            assertThat(pod.path("automountServiceAccountToken").asBoolean(true)).isFalse();
            assertThat(pod.at("/securityContext/seccompProfile/type").asString())
                    .isEqualTo("RuntimeDefault");
        });
    }

    @Test
    void imagesOfOthersCanBePinned() {
        String dockerfile = text(Path.of("Dockerfile"));

        assertThat(service("mongodb").yaml().path("image").asString()).isEqualTo("${MONGODB_IMAGE:-mongo:8}");
        assertThat(matches("(?m)^FROM (\\S+)", dockerfile))
                .containsExactly("${MAVEN}", "scratch", "${JAR}", "${MONGODB}", "${JRE}", "${JRE}");
        assertThat(matches("--build-arg (\\w+)=", section(NIGHTS, "Digests of images")))
                .containsExactlyInAnyOrder("MAVEN", "MONGODB", "JRE")
                .allSatisfy(name -> assertThat(dockerfile).contains("\nARG " + name + "="));
        assertThat(ENVIRONMENT).contains("\n| `MONGODB_IMAGE` |");
    }

    @Test
    void healthOfServeHasAPortOfItsOwn() {
        JsonNode pod = podSpec(nights("Deployment")).at("/containers/0");
        JsonNode ports = pod.path("ports");
        JsonNode variable = only(pod.path("env"), "name", "MANAGEMENT_SERVER_PORT");
        String compose = service("serve").environment().get("MANAGEMENT_SERVER_PORT");

        assertThat(only(ports, "name", "health").path("containerPort").asString())
                .isEqualTo(variable.path("value").asString())
                .isNotEqualTo(only(ports, "name", "http").path("containerPort").asString());
        assertThat(List.of("startupProbe", "livenessProbe", "readinessProbe"))
                .allSatisfy(
                        probe -> assertThat(pod.path(probe).at("/httpGet/port").asString())
                                .isEqualTo("health"));
        assertThat(compose).isNotEqualTo("8080");
        assertThat(service("serve").yaml().at("/healthcheck/test").toString())
                .contains("/dev/tcp/127.0.0.1/" + compose);
    }

    /** Kubernetes sets {@code MONGOHAUL_BROKER_PORT} and others otherwise, for the Service of the broker. */
    @Test
    void variablesOfServicesAreNotSet() {
        assertThat(pods())
                .allSatisfy(
                        pod -> assertThat(pod.pod().path("enableServiceLinks").asBoolean(true))
                                .isFalse());
    }

    @Test
    void importIsTheCronJobOfTheOtherSampleWithABroker() {
        ObjectNode pod = (ObjectNode) pod("import.yaml").pod();
        ObjectNode container = (ObjectNode) pod.at("/containers/0");
        pod.remove("enableServiceLinks");
        removeBroker(pod, "volumes");
        removeBroker(container, "volumeMounts");
        removeBroker(container, "env");

        assertThat(pod).isEqualTo(podSpec(nights("CronJob")));
        ObjectNode job = (ObjectNode) resource("CronJob").yaml();
        ObjectNode other = (ObjectNode) nights("CronJob");
        ((ObjectNode) job.at("/spec/jobTemplate/spec")).remove("template");
        ((ObjectNode) other.at("/spec/jobTemplate/spec")).remove("template");
        assertThat(job).isEqualTo(other);
    }

    @Test
    void selectorsMatchLabels() {
        List<Resource> deployments =
                resources().filter(found -> found.kind().equals("Deployment")).toList();

        assertThat(deployments).extracting(Resource::name).containsExactly("mongohaul-broker", "mongohaul-worker");
        assertThat(deployments).allSatisfy(deployment -> {
            Map<String, String> labels = deployment.selected("/spec/template/metadata/labels");
            assertThat(labels).containsEntry("app", deployment.name());
            assertThat(deployment.selected("/spec/selector/matchLabels")).isEqualTo(labels);
            assertThat(list(podSpec(deployment.yaml()).path("topologySpreadConstraints")))
                    .allSatisfy(spread -> assertThat(new Resource("", spread).selected("/labelSelector/matchLabels"))
                            .isEqualTo(labels));
        });
    }

    @Test
    void brokerRunsOnce() {
        JsonNode broker = resource("broker.yaml", "Deployment").yaml();

        assertThat(broker.at("/spec/replicas").asInt()).isEqualTo(1);
        assertThat(broker.at("/spec/strategy/type").asString()).isEqualTo("Recreate");
    }

    @Test
    void workersAreScaledByUnfinishedPartitions() {
        JsonNode trigger = resource("ScaledObject").yaml().at("/spec/triggers/0");
        Matcher query = QUERY.matcher(trigger.at("/metadata/query").asString());
        int threads = Integer.parseInt(options(pod("worker.yaml").arguments()).get("--threads"));

        assertThat(trigger.path("type").asString()).isEqualTo("prometheus");
        assertThat(query.matches()).isTrue();
        assertThat(query.group(1)).isEqualTo("mongohaul_partitions");
        assertThat(query.group(2)).isEqualTo("state");
        assertThat(query.group(3).split("\\|")).containsExactlyInAnyOrder("waiting", "running");
        assertThat(trigger.at("/metadata/threshold").isString()).isTrue();
        assertThat(trigger.at("/metadata/threshold").asString()).isEqualTo("" + 2 * threads);
        assertThat(resource("ScaledObject").yaml().at("/spec/minReplicaCount").asInt(-1))
                .isZero();
    }

    @Test
    void autoscalersScaleTheWorkers() {
        JsonNode cpu = resource("HorizontalPodAutoscaler").yaml().at("/spec/metrics/0/resource");

        assertThat(Stream.of("ScaledObject", "HorizontalPodAutoscaler"))
                .allSatisfy(kind -> assertThat(resource(kind)
                                .yaml()
                                .at("/spec/scaleTargetRef/name")
                                .asString())
                        .isEqualTo(resource("worker.yaml", "Deployment").name()));
        assertThat(cpu.path("name").asString()).isEqualTo("cpu");
        assertThat(cpu.at("/target/averageUtilization").asInt()).isEqualTo(70);
        assertThat(pod("worker.yaml").yaml().at("/resources/requests").has("cpu"))
                .isTrue();
    }

    private static void removeBroker(ObjectNode parent, String key) {
        ArrayNode kept = parent.arrayNode();
        list(parent.path(key)).stream()
                .filter(node -> !node.path("name").asString().matches("(MONGOHAUL_BROKER_|broker-).*"))
                .forEach(kept::add);
        assertThat(kept.size()).isLessThan(parent.path(key).size());
        parent.set(key, kept);
    }

    private static Map<String, String> brokerVariables(Container container) {
        return container.environment().entrySet().stream()
                .filter(variable -> variable.getKey().startsWith("MONGOHAUL_BROKER_"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    private static List<String> writable(Container pod) {
        return list(pod.yaml().path("volumeMounts")).stream()
                .filter(mount -> !mount.path("readOnly").asBoolean(false))
                .map(mount -> mount.path("mountPath").asString())
                .toList();
    }

    /** Returns the row of the docs about a secret, a config map or a claim. */
    private static String rowOf(JsonNode volume) {
        String kind = volume.has("secret") ? "secret" : volume.has("configMap") ? "config map" : "claim";
        String beginning = "| %s `%s` |".formatted(kind, sourceOf(volume));
        return SCALE_OUT
                .lines()
                .filter(line -> line.startsWith(beginning))
                .findFirst()
                .orElse("no row " + beginning);
    }

    private static String sourceOf(JsonNode volume) {
        return Stream.of("/secret/secretName", "/configMap/name", "/persistentVolumeClaim/claimName")
                .map(path -> volume.at(path).asString(""))
                .filter(Predicate.not(String::isEmpty))
                .findFirst()
                .orElse("");
    }

    private static CommandLine program() {
        return MongohaulCommand.commandLine(Invocation.ofProcess());
    }

    private static void parse(String... arguments) {
        CommandLine program = program();
        program.parseArgs(SettingOptions.asArguments(program, arguments));
    }

    private static Map<String, String> options(List<String> arguments) {
        return arguments.stream()
                .map(OPTION::matcher)
                .filter(Matcher::matches)
                .collect(Collectors.toMap(
                        option -> option.group(1),
                        option -> option.group(2) == null ? "" : option.group(2).substring(1)));
    }

    private static Container service(String name) {
        return services().stream()
                .filter(service -> service.source().equals("docker-compose.yml " + name))
                .findFirst()
                .orElseThrow();
    }

    private static List<Container> services() {
        return yaml(COMPOSE).get(0).path("services").properties().stream()
                .map(service -> Container.ofService(service.getKey(), service.getValue()))
                .toList();
    }

    private static Container pod(String file) {
        return pods().stream()
                .filter(pod -> pod.source().equals(file))
                .findFirst()
                .orElseThrow();
    }

    private static List<Container> pods() {
        return resources()
                .filter(found -> !podSpec(found.yaml()).isMissingNode())
                .map(Container::ofPod)
                .toList();
    }

    private static JsonNode podSpec(JsonNode resource) {
        JsonNode spec = resource.at("/spec/jobTemplate/spec/template/spec");
        return spec.isMissingNode() ? resource.at("/spec/template/spec") : spec;
    }

    private static Resource resource(String kind) {
        return resources()
                .filter(found -> found.kind().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private static Resource resource(String file, String kind) {
        return resources()
                .filter(found -> found.file().equals(file) && found.kind().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private static Stream<Resource> resources() {
        return files().stream()
                .flatMap(file -> yaml(file).stream()
                        .map(document -> new Resource(file.getFileName().toString(), document)));
    }

    private static JsonNode nights(String kind) {
        return YAML_BLOCK
                .matcher(NIGHTS)
                .results()
                .map(block -> yaml(block.group(1)).get(0))
                .filter(document -> document.path("kind").asString("").equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private static List<Path> files() {
        try (Stream<Path> files = Files.list(KUBERNETES)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<JsonNode> yaml(Path file) {
        return yaml(text(file));
    }

    /** Returns the documents of a text; a key that is written twice is refused. */
    private static List<JsonNode> yaml(String text) {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        JsonMapper mapper = JsonMapper.builder().build();
        return StreamSupport.stream(
                        new Yaml(new SafeConstructor(options)).loadAll(text).spliterator(), false)
                .map(document -> mapper.<JsonNode>valueToTree(document))
                .toList();
    }

    /** Returns a section, of any level, without its heading and without the sections after it. */
    private static String section(String page, String heading) {
        return Arrays.stream(page.split("(?m)^##+ ", -1))
                .filter(section -> section.startsWith(heading + "\n"))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> matches(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
    }

    private static JsonNode only(JsonNode array, String key, String value) {
        List<JsonNode> found = list(array).stream()
                .filter(node -> node.path(key).asString("").equals(value))
                .toList();
        assertThat(found).as("%s %s", key, value).hasSize(1);
        return found.get(0);
    }

    private static List<JsonNode> list(JsonNode array) {
        return array.valueStream().toList();
    }

    private static Stream<String> strings(JsonNode array) {
        return array.valueStream().map(JsonNode::asString);
    }

    private static Stream<String> strings(JsonNode array, String key) {
        return array.valueStream().map(node -> node.path(key).asString());
    }

    private static Set<String> names(JsonNode object) {
        return object.propertyStream().map(Map.Entry::getKey).collect(Collectors.toSet());
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Document of a file in docs/kubernetes. */
    private record Resource(String file, JsonNode yaml) {

        String kind() {
            return yaml.path("kind").asString();
        }

        String name() {
            return yaml.at("/metadata/name").asString();
        }

        /** Returns labels, or what selects them. */
        Map<String, String> selected(String path) {
            return yaml.at(path)
                    .propertyStream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, label -> label.getValue().asString()));
        }
    }

    /**
     * Container of the program.
     *
     * @param source file, and service if the file has several
     * @param yaml the container or the service
     * @param pod specification of its pod; the service if there is none
     * @param labels of the pod
     */
    private record Container(
            String source,
            JsonNode yaml,
            JsonNode pod,
            Map<String, String> labels,
            List<String> arguments,
            Map<String, String> environment,
            Duration grace) {

        static Container ofService(String name, JsonNode service) {
            Map<String, String> environment = service.path("environment")
                    .propertyStream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, variable -> variable.getValue().asString()));
            Matcher grace = SECONDS.matcher(service.path("stop_grace_period").asString("0s"));
            assertThat(grace.matches()).isTrue();
            return new Container(
                    COMPOSE + " " + name,
                    service,
                    service,
                    Map.of(),
                    strings(service.path("command")).toList(),
                    environment,
                    Duration.ofSeconds(Long.parseLong(grace.group(1))));
        }

        static Container ofPod(Resource resource) {
            JsonNode pod = podSpec(resource.yaml());
            assertThat(list(pod.path("containers"))).hasSize(1);
            JsonNode container = pod.at("/containers/0");
            Map<String, String> environment = new TreeMap<>();
            list(container.path("env"))
                    .forEach(variable -> assertThat(environment.put(
                                    variable.path("name").asString(),
                                    variable.path("value").asString()))
                            .isNull());
            return new Container(
                    resource.file(),
                    container,
                    pod,
                    resource.selected("/spec/template/metadata/labels"),
                    strings(container.path("args")).toList(),
                    environment,
                    Duration.ofSeconds(pod.path("terminationGracePeriodSeconds").asLong(0)));
        }

        /** Returns the files that options and variables name. */
        List<Path> files() {
            return Stream.concat(options(arguments).values().stream(), environment.values().stream())
                    .filter(value -> value.startsWith("/") && !value.equals(environment.get(INPUT_ROOTS)))
                    .map(Path::of)
                    .toList();
        }

        /** Returns the secrets, config maps and claims that are mounted. */
        List<String> sources() {
            return list(pod.path("volumes")).stream()
                    .map(DeploymentTests::sourceOf)
                    .filter(Predicate.not(String::isEmpty))
                    .toList();
        }

        @Override
        public String toString() {
            return source;
        }
    }
}
