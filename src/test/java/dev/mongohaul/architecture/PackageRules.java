package dev.mongohaul.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Rules for imports between packages below a root. A sub-package counts as its parent package. */
final class PackageRules {

    private static final Map<String, Set<String>> ALLOWED = new LinkedHashMap<>();

    static {
        ALLOWED.put("text", Set.of());
        ALLOWED.put("waiting", Set.of());
        ALLOWED.put("csv", Set.of("text", "waiting"));
        ALLOWED.put("mapping", Set.of("csv", "text"));
        ALLOWED.put("mongo", Set.of("text", "waiting"));
        ALLOWED.put("writer", Set.of("mapping", "mongo"));
        ALLOWED.put("partition", Set.of("csv"));
        ALLOWED.put("reject", Set.of("csv", "mongo", "text"));
        ALLOWED.put("repository", Set.of("csv", "mongo"));
        ALLOWED.put("broker", Set.of("waiting"));
        ALLOWED.put(
                "job",
                Set.of(
                        "broker",
                        "csv",
                        "mapping",
                        "mongo",
                        "writer",
                        "partition",
                        "reject",
                        "repository",
                        "text",
                        "waiting"));
        ALLOWED.put("infer", Set.of("csv", "mapping", "text"));
        ALLOWED.put("check", Set.of("csv", "infer", "job", "mapping", "reject", "repository", "text", "writer"));
        ALLOWED.put(
                "prove",
                Set.of(
                        "csv",
                        "infer",
                        "job",
                        "mapping",
                        "mongo",
                        "partition",
                        "reject",
                        "repository",
                        "text",
                        "writer"));
        ALLOWED.put("schedule", Set.of("text", "writer", "csv", "job", "mongo", "repository"));
        ALLOWED.put("telemetry", Set.of("job", "repository"));
        ALLOWED.put("report", Set.of("text", "repository", "reject", "schedule"));
        ALLOWED.put("notification", Set.of("job", "mongo", "reject", "report", "repository", "schedule", "waiting"));
        ALLOWED.put("retention", Set.of("csv", "job", "mongo", "reject", "repository", "schedule"));
        ALLOWED.put(
                "compare",
                Set.of("text", "infer", "job", "report", "repository", "mongo", "generate", "sample", "writer"));
        ALLOWED.put(
                "serve",
                Set.of(
                        "csv",
                        "text",
                        "job",
                        "report",
                        "compare",
                        "mongo",
                        "notification",
                        "prove",
                        "repository",
                        "retention",
                        "schedule"));
        ALLOWED.put("library", Set.of("cli", "csv", "job", "mapping", "mongo", "report", "repository", "writer"));
        ALLOWED.put("generate", Set.of());
        ALLOWED.put("sample", Set.of());
    }

    private final String root;

    PackageRules(String root) {
        this.root = root;
    }

    static Set<String> packages() {
        return ALLOWED.keySet();
    }

    ArchRule importsOf(String name) {
        Set<String> forbidden = new TreeSet<>(ALLOWED.keySet());
        forbidden.add("cli");
        forbidden.remove(name);
        forbidden.removeAll(ALLOWED.get(name));
        return noClasses()
                .that()
                .resideInAPackage(root + "." + name + "..")
                .should()
                .dependOnClassesThat(describe("reside in " + forbidden, type -> forbidden.contains(packageOf(type))))
                .as(name + " imports nothing but " + ALLOWED.get(name))
                .allowEmptyShould(true);
    }

    /** Returns the rule that packages have no cycles, at any depth. */
    ArchRule noCycles() {
        return slices().matching(root + ".(**)").should().beFreeOfCycles();
    }

    ArchRule onlyCliPrints() {
        return noClasses()
                .that()
                .resideOutsideOfPackages(root, root + ".cli..")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .as("cli is the only package that prints");
    }

    ArchRule writersKnowNothingOfDelivery() {
        return noClasses()
                .that()
                .resideInAPackage(root + ".writer")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(root + ".writer.delivery")
                .as("writers know nothing of the delivery of their chunks");
    }

    /** Returns the rule without {@code ImportJob}, which defines the method. */
    ArchRule onlyCompareWritesWithoutConfirmation() {
        return noClasses()
                .that()
                .resideOutsideOfPackage(root + ".compare..")
                .and()
                .doNotHaveSimpleName("ImportJob")
                .should()
                .callMethodWhere(target(name("withoutConfirmation")))
                .as("compare alone has documents written without confirmation");
    }

    private String packageOf(JavaClass type) {
        String name = type.getPackageName();
        return name.startsWith(root + ".") ? name.substring(root.length() + 1).split("\\.", -1)[0] : "";
    }
}
