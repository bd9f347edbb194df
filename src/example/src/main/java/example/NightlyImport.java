package example;

import dev.mongohaul.library.*;
import java.nio.file.Path;
import java.util.Map;

class NightlyImport {
    public static void main(String[] arguments) {
        try (Imports imports = Imports.connect(arguments[0], Path.of("."))) {
            ImportResult result = imports.run(Path.of("prices.yml"), Map.of("target.collection", "imported"));
            System.out.println(result.status() + ", " + result.written() + " written");
        }
    }
}
