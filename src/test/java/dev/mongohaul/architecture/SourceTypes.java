package dev.mongohaul.architecture;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Source files, as the compiler's parser sees them. */
final class SourceTypes {

    private static final Pattern COLLECTION = Pattern.compile("\\bmongohaul(_[a-z]+)+\\b|\\bBATCH(_[A-Z]+)+\\b");

    private final List<CompilationUnitTree> files;

    private SourceTypes(List<CompilationUnitTree> files) {
        this.files = files;
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
}
