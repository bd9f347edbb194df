package dev.mongohaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mongohaul.broker.BrokerAddress;
import dev.mongohaul.cli.output.ExitCode;
import dev.mongohaul.cli.run.SettingOptions;
import dev.mongohaul.cli.session.Invocation;
import dev.mongohaul.cli.session.ServerChoice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.scheduling.support.CronExpression;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Samples in docker-compose.yml, docs/kubernetes and docs/schedules.md: restricted, complete, and true to the program. */
class DeploymentTests {

    private static final String COMPOSE = text("docker-compose.yml");
    private static final String DOCKERFILE = text("Dockerfile");
    private static final String SCHEDULES = text("docs/schedules.md");
    private static final String SCALE_OUT = text("docs/scale-out.md");
    private static final String ENVIRONMENT = text("docs/environment.md");

    private static final String HOME = "/srv/mongohaul";
    private static final String INPUT_ROOTS = "MONGOHAUL_IMPORT_INPUTROOTS";
    private static final int READABLE_BY_GROUP = 0440;

    /** The program ends within 28 s of SIGTERM. */
    private static final Duration GRACE = Duration.ofSeconds(45);

    private static final JsonNode OF_PODS = yaml("""
            { runAsNonRoot: true, runAsUser: 10001, runAsGroup: 10001, fsGroup: 10001, seccompProfile: { type: RuntimeDefault } }
            """).get(0);
    private static final JsonNode OF_CONTAINERS = yaml("""
            { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: [ALL] } }
            """).get(0);

    private static final Map<String, JsonNode> RESOURCES = resources();

    static Stream<Container> pods() {
        return RESOURCES.entrySet().stream()
                .filter(resource -> podSpec(resource.getValue()).isObject())
                .map(resource -> Container.ofPod(resource.getKey(), resource.getValue()));
    }

    static Stream<Container> services() {
        return yaml(COMPOSE).get(0).path("services").properties().stream()
                .filter(service -> service.getValue().has("build"))
                .map(service -> Container.ofService(service.getKey(), service.getValue()));
    }

    static Stream<Container> containers() {
        return Stream.concat(pods(), services());
    }

    @ParameterizedTest
    @MethodSource("containers")
    void commandIsValid(Container container) {
        CommandLine program = parse(container.arguments());

        assertThat(options(container).keySet())
                .isSubsetOf(program.getSubcommands()
                        .get(container.arguments().get(0))
                        .getCommandSpec()
                        .optionsMap()
                        .keySet());
    }

    @ParameterizedTest
    @MethodSource("containers")
    void variablesAreDocumentedAndNoServerIsEmbedded(Container container) {
        assertThat(container.environment()).containsEntry("MONGOHAUL_EMBEDDED", "never");
        assertThat(container.environment().keySet())
                .filteredOn(name -> !name.startsWith("SERVER_"))
                .allSatisfy(name -> assertThat(ENVIRONMENT).contains("\n| `" + name + "` |"));
    }

    @ParameterizedTest
    @MethodSource("pods")
    void podIsRestricted(Container pod) {
        JsonNode resources = pod.yaml().path("resources");

        assertThat(pod.around().path("securityContext")).isEqualTo(OF_PODS);
        assertThat(pod.yaml().path("securityContext")).isEqualTo(OF_CONTAINERS);
        assertThat(pod.around().path("automountServiceAccountToken").asBoolean(true))
                .isFalse();
        assertThat(pod.around().path("terminationGracePeriodSeconds").asLong())
                .isGreaterThanOrEqualTo(GRACE.toSeconds());
        assertThat(resources.at("/limits/memory").asString()).isEqualTo(text(resources, "/requests/memory"));
        assertThat(resources.at("/requests").has("cpu")).isTrue();
        assertThat(text(pod.yaml(), "/image")).matches("registry\\.example\\.com/mongohaul:\\d+");
    }

    @ParameterizedTest
    @MethodSource("services")
    void serviceIsRestricted(Container service) {
        assertThat(service.yaml().path("read_only").asBoolean()).isTrue();
        assertThat(strings(service.yaml(), "cap_drop")).containsExactly("ALL");
        assertThat(strings(service.yaml(), "security_opt")).containsExactly("no-new-privileges:true");
        assertThat(Duration.parse("PT" + text(service.yaml(), "/stop_grace_period")))
                .isGreaterThanOrEqualTo(GRACE);
    }

    @ParameterizedTest
    @MethodSource("pods")
    void filesComeFromMountedVolumes(Container pod) {
        Map<String, JsonNode> volumes = named(pod.around(), "volumes");
        Map<String, JsonNode> mounts = named(pod.yaml(), "volumeMounts");
        Map<String, JsonNode> byPath =
                mounts.values().stream().collect(Collectors.toMap(mount -> text(mount, "/mountPath"), mount -> mount));

        assertThat(mounts.keySet()).isEqualTo(volumes.keySet());
        volumes.forEach((name, volume) -> {
            assertThat(mounts.get(name).path("readOnly").asBoolean())
                    .as(name)
                    .isEqualTo(!volume.has("emptyDir") && !name.equals("rejects"));
            assertThat(volume.at("/secret/defaultMode").asInt(READABLE_BY_GROUP))
                    .isEqualTo(READABLE_BY_GROUP);
        });
        assertThat(pod.files()).isNotEmpty().allSatisfy(file -> {
            JsonNode volume = volumes.get(text(byPath.get(file.getParent().toString()), "/name"));
            assertThat(volume.has("secret") || volume.has("configMap")).isTrue();
            assertThat(pod.isOfNights() || row(volume).contains("`" + file.getFileName() + "`"))
                    .as("%s is described", file)
                    .isTrue();
        });
    }

    @Test
    void objectsThatTheUserCreatesAreDescribed() {
        List<Container> ours = pods().filter(pod -> !pod.isOfNights()).toList();

        assertThat(ours)
                .hasSize(3)
                .allSatisfy(pod -> assertThat(named(pod.around(), "volumes").values())
                        .filteredOn(volume -> !volume.has("emptyDir"))
                        .allSatisfy(volume ->
                                assertThat(row(volume)).contains(pod.arguments().get(0))));
        assertThat(matches("kubectl create (?:secret generic|configmap) (\\S+)", SCALE_OUT))
                .containsExactlyInAnyOrderElementsOf(ours.stream()
                        .flatMap(pod -> named(pod.around(), "volumes").values().stream())
                        .filter(volume -> volume.has("secret") || volume.has("configMap"))
                        .map(DeploymentTests::source)
                        .collect(Collectors.toSet()));
    }

    @Test
    void foldersThatTheProgramWritesToAreWritable() {
        String journal = HOME + "/" + ServerChoice.EMBEDDED;

        assertThat(DOCKERFILE).contains("\nWORKDIR " + HOME + "\nUSER 10001:10001\n");
        assertThat(writable("broker.yaml Deployment")).containsExactlyInAnyOrder("/tmp", journal);
        assertThat(writable("worker.yaml Deployment")).containsExactly("/tmp");
        assertThat(List.of("import.yaml CronJob", "nightly.yaml CronJob", "serve.yaml Deployment"))
                .allSatisfy(name -> assertThat(writable(name)).containsExactlyInAnyOrder("/tmp", HOME + "/rejects"));
        assertThat(strings(container("broker").yaml(), "tmpfs"))
                .containsExactlyInAnyOrder("/tmp", journal + ":mode=0700,uid=10001,gid=10001");
        // Without exec, the library for Zstandard cannot be loaded.
        assertThat(List.of("worker", "serve"))
                .allSatisfy(name ->
                        assertThat(strings(container(name).yaml(), "tmpfs")).containsExactly("/tmp:exec"));
    }

    @Test
    void workersFindTheInputsOfTheImport() {
        Container worker = container("worker.yaml Deployment");
        JsonNode mount = named(worker.yaml(), "volumeMounts").get("in");
        Container manager = container("import.yaml CronJob");
        String data = strings(container("worker").yaml(), "volumes").get(0);

        assertThat(named(manager.yaml(), "volumeMounts").get("in")).isEqualTo(mount);
        assertThat(source(named(manager.around(), "volumes").get("in")))
                .isEqualTo(source(named(worker.around(), "volumes").get("in")));
        assertThat(worker.environment()).containsEntry(INPUT_ROOTS, text(mount, "/mountPath"));
        assertThat(strings(container("serve").yaml(), "volumes")).contains(data);
        assertThat(container("worker").environment().get("MONGOHAUL_INPUT_MAP").replace("=", ":") + ":ro")
                .isEqualTo(data.replaceFirst("\\.", "\\${PWD}"));
    }

    @Test
    void workersAndManagersReachTheBroker() {
        JsonNode service = RESOURCES.get("broker.yaml Service");
        Container broker = container("broker.yaml Deployment");
        Map<String, String> options = options(broker);
        BrokerAddress address = new BrokerAddress(
                name(service), service.at("/spec/ports/0/port").asInt(), true, null, null);

        assertThat(service.at("/spec/selector"))
                .isEqualTo(RESOURCES.get("broker.yaml Deployment").at("/spec/template/metadata/labels"));
        assertThat(text(service, "/spec/ports/0/targetPort")).isEqualTo(text(broker.yaml(), "/ports/0/name"));
        assertThat(options)
                .containsEntry("--port", text(broker.yaml(), "/ports/0/containerPort"))
                .containsEntry("--address", "0.0.0.0");
        assertThat(Map.of("manager", container("import.yaml CronJob"), "worker", container("worker.yaml Deployment")))
                .allSatisfy((user, client) -> {
                    assertThat(BrokerAddress.of(client.environment())).contains(address);
                    assertThat(client.environment())
                            .containsEntry("MONGOHAUL_BROKER_USER", user)
                            .containsEntry(
                                    "MONGOHAUL_BROKER_PASSWORD_FILE", options.get("--" + user + "-password-file"));
                    assertThat(named(client.around(), "volumes").values())
                            .extracting(DeploymentTests::source)
                            .filteredOn(source -> source.matches("mongohaul-broker-(tls|manager|worker)"))
                            .as("no secret of others")
                            .containsExactly("mongohaul-broker-" + user);
                });
        assertThat(pods().filter(pod -> !pod.isOfNights()))
                .allSatisfy(pod -> assertThat(
                                pod.around().path("enableServiceLinks").asBoolean(true))
                        .as("Kubernetes sets MONGOHAUL_BROKER_PORT otherwise")
                        .isFalse());
    }

    @Test
    void serveIsAManagerByTheVariablesOfTheImport() {
        Map<String, String> ofImport =
                new TreeMap<>(container("import.yaml CronJob").environment());
        ofImport.keySet().removeIf(name -> !name.startsWith("MONGOHAUL_BROKER_"));

        assertThat(Pattern.compile("(?m)^\\| `(MONGOHAUL_BROKER_\\w+)` \\| `([^`]+)`")
                        .matcher(section(SCALE_OUT, "serve as a manager"))
                        .results()
                        .collect(Collectors.toMap(row -> row.group(1), row -> row.group(2))))
                .isEqualTo(ofImport);
    }

    @Test
    void composeServicesReachEachOther() {
        BrokerAddress address =
                BrokerAddress.of(container("worker").environment()).orElseThrow();
        String health = container("serve").environment().get("MANAGEMENT_SERVER_PORT");
        JsonNode services = yaml(COMPOSE).get(0).path("services");
        String commands = COMPOSE + section(SCALE_OUT, "docker compose");

        assertThat(address).hasToString("tcp://127.0.0.1:" + BrokerAddress.DEFAULT_PORT);
        assertThat(text(services, "/broker/healthcheck/test/3")).contains("/dev/tcp/127.0.0.1/" + address.port());
        assertThat(text(services, "/serve/healthcheck/test/3")).contains("/dev/tcp/127.0.0.1/" + health);
        assertThat(health).isNotEqualTo("8080");
        assertThat(services.valueStream()
                        .flatMap(service -> service.path("depends_on").propertyStream()))
                .hasSize(3)
                .allSatisfy(needed -> {
                    assertThat(text(needed.getValue(), "/condition")).isEqualTo("service_healthy");
                    assertThat(services.path(needed.getKey()).has("healthcheck"))
                            .isTrue();
                });
        assertThat(matches("MONGOHAUL_BROKER_URL[=:] ?(tcp:[^\\s`]+)", commands))
                .containsOnly(address.toString());
        assertThat(matches("MONGODB_URI[=:] ?'?(mongodb:[^\\s']+)", commands))
                .containsOnly(container("worker").environment().get("MONGODB_URI"));
        assertThat(matches("--(?:profile|scale) (\\w+)", commands)).containsOnly("serve", "workers", "worker");
    }

    @Test
    void probesAskTheServersPort() {
        Container serve = container("serve.yaml Deployment");
        Map<String, JsonNode> ports = named(serve.yaml(), "ports");

        assertThat(List.of("startupProbe", "livenessProbe", "readinessProbe")).allSatisfy(probe -> {
            String state = probe.equals("readinessProbe") ? "readiness" : "liveness";
            assertThat(serve.yaml().path(probe).path("httpGet"))
                    .isEqualTo(yaml("{ path: /actuator/health/%s, port: health }".formatted(state))
                            .get(0));
            assertThat(text(container("broker.yaml Deployment").yaml(), "/" + probe + "/tcpSocket/port"))
                    .isEqualTo("broker");
        });
        assertThat(serve.environment())
                .containsEntry("MANAGEMENT_SERVER_PORT", text(ports.get("health"), "/containerPort"));
        assertThat(ports.get("http")).isNotEqualTo(ports.get("health"));
        assertThat(List.of(serve, container("broker.yaml Deployment")))
                .allSatisfy(server -> assertThat(
                                server.yaml().at("/startupProbe/periodSeconds").asInt()
                                        * server.yaml()
                                                .at("/startupProbe/failureThreshold")
                                                .asInt())
                        .as("seconds to start")
                        .isGreaterThanOrEqualTo(60));
    }

    @Test
    void nightsAreRunOnceAndAgainOnlyIfThatHelps() {
        assertThat(List.of("import.yaml CronJob", "nightly.yaml CronJob")).allSatisfy(name -> {
            JsonNode spec = RESOURCES.get(name).path("spec");
            JsonNode job = spec.at("/jobTemplate/spec");
            JsonNode codes = job.at("/podFailurePolicy/rules/0/onExitCodes");
            assertThat(CronExpression.isValidExpression("0 " + text(spec, "/schedule")))
                    .isTrue();
            assertThat(ZoneId.getAvailableZoneIds()).contains(text(spec, "/timeZone"));
            assertThat(text(spec, "/concurrencyPolicy")).isEqualTo("Forbid");
            assertThat(spec.path("startingDeadlineSeconds").asInt()).isPositive();
            assertThat(job.path("backoffLimit").asInt()).isPositive();
            assertThat(text(podSpec(RESOURCES.get(name)), "/restartPolicy")).isEqualTo("Never");
            assertThat(text(job, "/podFailurePolicy/rules/0/action")).isEqualTo("FailJob");
            assertThat(text(codes, "/operator")).isEqualTo("In");
            assertThat(codes.path("values").valueStream().map(JsonNode::asInt))
                    .as("a mistake of the user, and outcomes that a retry repeats")
                    .containsExactly(
                            ExitCode.USAGE.value(),
                            ExitCode.COMPLETED_WITH_REJECTS.value(),
                            ExitCode.LIMIT_EXCEEDED.value(),
                            ExitCode.NOT_VERIFIED.value());
        });
    }

    @Test
    void deploymentsSelectTheirPods() {
        assertThat(List.of("broker.yaml Deployment", "worker.yaml Deployment", "serve.yaml Deployment"))
                .allSatisfy(name -> {
                    JsonNode spec = RESOURCES.get(name).path("spec");
                    JsonNode labels = spec.at("/template/metadata/labels");
                    assertThat(text(labels, "/app")).isEqualTo(name(RESOURCES.get(name)));
                    assertThat(spec.at("/selector/matchLabels")).isEqualTo(labels);
                    assertThat(spec.at("/template/spec/topologySpreadConstraints")
                                    .valueStream())
                            .allSatisfy(spread -> assertThat(spread.at("/labelSelector/matchLabels"))
                                    .isEqualTo(labels));
                });
        JsonNode broker = RESOURCES.get("broker.yaml Deployment").path("spec");
        assertThat(broker.path("replicas").asInt()).isEqualTo(1);
        assertThat(text(broker, "/strategy/type")).isEqualTo("Recreate");
    }

    @Test
    void autoscalersScaleTheWorkers() {
        JsonNode keda = RESOURCES.get("worker-scaling.yaml ScaledObject").path("spec");
        JsonNode hpa = RESOURCES.get("worker-hpa.yaml HorizontalPodAutoscaler").path("spec");
        JsonNode trigger = keda.at("/triggers/0/metadata");
        int threads =
                Integer.parseInt(options(container("worker.yaml Deployment")).get("--threads"));

        assertThat(List.of(keda, hpa))
                .allSatisfy(spec -> assertThat(text(spec, "/scaleTargetRef/name"))
                        .isEqualTo(name(RESOURCES.get("worker.yaml Deployment"))));
        assertThat(text(trigger, "/query"))
                .isEqualTo("sum(max by (job, state) (mongohaul_partitions{state=~\"waiting|running\"}))");
        assertThat(trigger.path("threshold").isString()).isTrue();
        assertThat(text(trigger, "/threshold")).isEqualTo("" + 2 * threads);
        assertThat(keda.path("minReplicaCount").asInt(-1)).isZero();
        assertThat(hpa.at("/metrics/0/resource/target/averageUtilization").asInt())
                .isBetween(1, 100);
    }

    @Test
    void imagesOfOthersCanBePinned() {
        assertThat(text(yaml(COMPOSE).get(0), "/services/mongodb/image")).startsWith("${MONGODB_IMAGE:-");
        assertThat(ENVIRONMENT).contains("\n| `MONGODB_IMAGE` |");
        assertThat(matches("(?m)^FROM (\\S+)", DOCKERFILE))
                .as("each image is an argument")
                .allSatisfy(image -> assertThat(image).matches("\\$\\{\\w+}|scratch"));
        assertThat(matches("--build-arg (\\w+)=", section(SCHEDULES, "How do I run it in containers[?]")))
                .containsExactly("JRE")
                .allSatisfy(name -> assertThat(DOCKERFILE).contains("\nARG " + name + "="));
    }

    @Test
    void commandsOfTheDocsAreValid() {
        assertThat(SCALE_OUT.replaceAll("\\\\\n +", "").lines().filter(line -> line.startsWith("./mongohaul ")))
                .isNotEmpty()
                .allSatisfy(line -> parse(List.of(line.replaceFirst("\\S+ ", "")
                        .replaceFirst(" [>&].*", "")
                        .split(" ", -1))));
        assertThat(RESOURCES.keySet().stream().map(name -> name.replaceFirst(" .*", "")))
                .allSatisfy(file -> assertThat(SCALE_OUT + SCHEDULES).contains("](kubernetes/" + file + ")"));
    }

    private static CommandLine parse(List<String> arguments) {
        CommandLine program = MongohaulCommand.commandLine(Invocation.ofProcess());
        program.parseArgs(SettingOptions.asArguments(program, arguments.toArray(String[]::new)));
        return program;
    }

    private static Map<String, String> options(Container container) {
        return container.arguments().stream()
                .filter(argument -> argument.startsWith("--"))
                .map(option -> (option + "=").split("=", -1))
                .collect(Collectors.toMap(option -> option[0], option -> option[1]));
    }

    private static List<String> writable(String pod) {
        return named(container(pod).yaml(), "volumeMounts").values().stream()
                .filter(mount -> !mount.path("readOnly").asBoolean(false))
                .map(mount -> text(mount, "/mountPath"))
                .toList();
    }

    /** Returns the row of the docs about a secret, a config map or a claim. */
    private static String row(JsonNode volume) {
        String kind = volume.has("secret") ? "secret" : volume.has("configMap") ? "config map" : "claim";
        String beginning = "| %s `%s` |".formatted(kind, source(volume));
        return SCALE_OUT
                .lines()
                .filter(line -> line.startsWith(beginning))
                .findFirst()
                .orElse("no row " + beginning);
    }

    private static String source(JsonNode volume) {
        return Stream.of("/secret/secretName", "/configMap/name", "/persistentVolumeClaim/claimName")
                .map(path -> volume.at(path).asString(""))
                .collect(Collectors.joining());
    }

    private static Container container(String name) {
        return containers()
                .filter(found -> found.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode podSpec(JsonNode resource) {
        JsonNode job = resource.at("/spec/jobTemplate/spec/template/spec");
        return job.isObject() ? job : resource.at("/spec/template/spec");
    }

    /** Returns the resources of the samples by file and kind. */
    private static Map<String, JsonNode> resources() {
        Map<String, JsonNode> resources = new TreeMap<>();
        try (Stream<Path> files = Files.list(Path.of("docs/kubernetes"))) {
            files.forEach(file -> yaml(text(file.toString()))
                    .forEach(found -> resources.put(file.getFileName() + " " + kind(found), found)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return resources;
    }

    private static String kind(JsonNode resource) {
        return text(resource, "/kind");
    }

    private static String name(JsonNode resource) {
        return text(resource, "/metadata/name");
    }

    /** Returns the documents of a text; a key that is written twice is refused. */
    private static List<JsonNode> yaml(String text) {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        Iterable<Object> documents = new Yaml(new SafeConstructor(options)).loadAll(text);
        return StreamSupport.stream(documents.spliterator(), false)
                .map(document -> new JsonMapper().<JsonNode>valueToTree(document))
                .toList();
    }

    /** Returns a section, of any level, without its heading and without the sections after it. */
    private static String section(String page, String heading) {
        return matches("(?ms)^##+ " + heading + "\n(.*?)(?=^##|\\z)", page).get(0);
    }

    private static List<String> matches(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** Returns the elements of an array by their names; a name that is given twice is refused. */
    private static Map<String, JsonNode> named(JsonNode parent, String key) {
        return parent.path(key)
                .valueStream()
                .collect(Collectors.toMap(element -> text(element, "/name"), element -> element));
    }

    private static List<String> strings(JsonNode parent, String key) {
        return parent.path(key).valueStream().map(JsonNode::asString).toList();
    }

    private static String text(JsonNode node, String path) {
        return node.at(path).asString();
    }

    private static String text(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Container of the program.
     *
     * @param name file and kind of a resource, or service
     * @param yaml the container or the service
     * @param around specification of its pod; the service if there is none
     */
    private record Container(
            String name, JsonNode yaml, JsonNode around, List<String> arguments, Map<String, String> environment) {

        static Container ofService(String name, JsonNode service) {
            Map<String, String> environment = service.path("environment")
                    .propertyStream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey, variable -> variable.getValue().asString()));
            return new Container(name, service, service, strings(service, "command"), environment);
        }

        static Container ofPod(String name, JsonNode resource) {
            JsonNode pod = podSpec(resource);
            assertThat(pod.path("containers").size()).isEqualTo(1);
            JsonNode container = pod.at("/containers/0");
            Map<String, String> environment = named(container, "env").entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, variable -> text(variable.getValue(), "/value")));
            return new Container(name, container, pod, strings(container, "args"), environment);
        }

        boolean isOfNights() {
            return name.startsWith("nightly.yaml") || name.startsWith("serve.yaml");
        }

        /** Returns the files that options and variables name. */
        Set<Path> files() {
            return Stream.concat(options(this).values().stream(), environment.values().stream())
                    .filter(value -> value.startsWith("/") && !value.equals(environment.get(INPUT_ROOTS)))
                    .map(Path::of)
                    .collect(Collectors.toSet());
        }

        @Override
        public String toString() {
            return name;
        }
    }
}
