package dev.mongohaul.architecture;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Types of source files, as the compiler's parser sees them, with the rule of CONTRIBUTING for nested types. */
final class SourceTypes {

    private static final Pattern COLLECTION = Pattern.compile("\\bmongohaul(_[a-z]+)+\\b|\\bBATCH(_[A-Z]+)+\\b");

    /** Qualified names of nested types. */
    private final Set<String> nested = new HashSet<>();

    /** Alternatives of a sealed type that are nested in it. */
    private final Set<String> alternatives = new HashSet<>();

    private final List<CompilationUnitTree> files;

    private SourceTypes(List<CompilationUnitTree> files) {
        this.files = files;
        files.forEach(file -> new Declarations(packageOf(file)).scan(file, null));
    }

    static SourceTypes in(Path folder) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (Stream<Path> found = Files.walk(folder);
                StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            List<Path> sources = found.filter(
                            path -> path.toString().endsWith(".java") && !path.endsWith("package-info.java"))
                    .toList();
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(sources));
            List<CompilationUnitTree> parsed = new ArrayList<>();
            task.parse().forEach(parsed::add);
            return new SourceTypes(parsed);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the nested types that another file names, with the name of the file. */
    Set<String> nestedTypesNamedElsewhere() {
        Set<String> named = new TreeSet<>();
        for (CompilationUnitTree file : files) {
            String name = Path.of(file.getSourceFile().toUri()).getFileName().toString();
            String main = packageOf(file) + "." + name.replace(".java", "");
            namesIn(file).stream()
                    .filter(type -> nested.contains(type) && !alternatives.contains(type))
                    .filter(type -> !type.startsWith(main + "."))
                    .forEach(type -> named.add(type + " in " + name));
        }
        return named;
    }

    /** Returns the collections of the JobRepository that texts in the program name, with the files that name each. */
    Map<String, Set<String>> collections() {
        Map<String, Set<String>> found = new TreeMap<>();
        for (CompilationUnitTree file : files) {
            String name = Path.of(file.getSourceFile().toUri()).getFileName().toString();
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitLiteral(LiteralTree tree, Void none) {
                    Matcher names = COLLECTION.matcher(String.valueOf(tree.getValue()));
                    while (names.find()) {
                        found.computeIfAbsent(names.group(), any -> new TreeSet<>())
                                .add(name);
                    }
                    return null;
                }
            }.scan(file, null);
        }
        return found;
    }

    private static Set<String> namesIn(CompilationUnitTree file) {
        Map<String, String> imported = new HashMap<>();
        Set<String> names = new HashSet<>();
        for (ImportTree each : file.getImports()) {
            String name = each.getQualifiedIdentifier().toString();
            if (!each.isStatic()) {
                imported.put(name.substring(name.lastIndexOf('.') + 1), name);
                names.add(name);
            }
        }
        Function<String, String> qualified = name -> {
            int dot = name.indexOf('.');
            String first = dot < 0 ? name : name.substring(0, dot);
            return imported.getOrDefault(first, packageOf(file) + "." + first) + (dot < 0 ? "" : name.substring(dot));
        };
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitImport(ImportTree tree, Void none) {
                return null;
            }

            @Override
            public Void visitMemberSelect(MemberSelectTree tree, Void none) {
                names.add(tree.toString());
                names.add(qualified.apply(tree.toString()));
                return super.visitMemberSelect(tree, null);
            }
        }.scan(file, null);
        return names;
    }

    private static String packageOf(CompilationUnitTree file) {
        return file.getPackageName().toString();
    }

    /** Collects the types of one file. */
    private final class Declarations extends TreePathScanner<Void, Void> {

        private final String inPackage;

        Declarations(String inPackage) {
            this.inPackage = inPackage;
        }

        @Override
        public Void visitClass(ClassTree tree, Void none) {
            if (!tree.getSimpleName().isEmpty()) {
                Tree parent = getCurrentPath().getParentPath().getLeaf();
                if (parent instanceof ClassTree encloser) {
                    nested.add(name());
                    if (encloser.getModifiers().getFlags().contains(Modifier.SEALED)
                            && Stream.concat(
                                            Stream.ofNullable(tree.getExtendsClause()),
                                            tree.getImplementsClause().stream())
                                    .anyMatch(type -> type.toString()
                                            .replaceAll("<.*", "")
                                            .contentEquals(encloser.getSimpleName()))) {
                        alternatives.add(name());
                    }
                }
            }
            return super.visitClass(tree, null);
        }

        private String name() {
            StringBuilder name = new StringBuilder();
            getCurrentPath().forEach(tree -> {
                if (tree instanceof ClassTree type) {
                    name.insert(0, "." + type.getSimpleName());
                }
            });
            return inPackage + name;
        }
    }
}
