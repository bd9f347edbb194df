package dev.mongohaul.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceRule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Which package may import which, below a root: sub-packages count as the package that holds them. */
final class PackageRules {

    private static final Map<String, Set<String>> ALLOWED = new LinkedHashMap<>();

    static {
        ALLOWED.put("csv", Set.of());
        ALLOWED.put("mapping", Set.of("csv"));
        ALLOWED.put("mongo", Set.of());
        ALLOWED.put("writer", Set.of("mapping", "mongo"));
        ALLOWED.put("partition", Set.of("csv"));
        ALLOWED.put("reject", Set.of("csv", "mongo"));
        ALLOWED.put("repository", Set.of("mongo"));
        ALLOWED.put("job", Set.of("csv", "mapping", "mongo", "writer", "partition", "reject", "repository"));
        ALLOWED.put("report", Set.of("repository", "reject"));
        ALLOWED.put("compare", Set.of("job", "report", "mongo", "generate", "sample"));
        ALLOWED.put("serve", Set.of("job", "report", "compare", "mongo"));
        ALLOWED.put("generate", Set.of());
        ALLOWED.put("sample", Set.of());
    }

    /** Pairs of packages that depend on each other, and become one. */
    private static final List<Set<String>> ALLOWED_UNTIL_MERGED =
            List.of(Set.of("job.run", "job.control"), Set.of("repository", "repository.past"));

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

    /** No package, at any depth, depends on itself by way of others. */
    ArchRule noCycles() {
        SliceRule rule = slices().matching(root + ".(**)").should().beFreeOfCycles();
        for (Set<String> pair : ALLOWED_UNTIL_MERGED) {
            rule = rule.ignoreDependency(in(pair), in(pair));
        }
        return rule;
    }

    private DescribedPredicate<JavaClass> in(Set<String> packages) {
        return describe(
                "reside in " + packages,
                type -> packages.stream().anyMatch(name -> type.getPackageName().equals(root + "." + name)));
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

    /** But for the import itself, whose method it is. */
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
