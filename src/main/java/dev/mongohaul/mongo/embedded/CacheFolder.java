package dev.mongohaul.mongo.embedded;

import dev.mongohaul.text.HomeFolder;
import java.nio.file.Path;
import java.util.Map;

/** Folder of downloaded servers, and of what the launcher script keeps. */
public final class CacheFolder {

    private CacheFolder() {}

    /**
     * Returns {@code MONGOHAUL_CACHE}, else {@code mongohaul} in {@code XDG_CACHE_HOME} (XDG Base Directory
     * Specification: if it is absolute), else {@code ~/.cache/mongohaul}.
     */
    public static Path of(Map<String, String> environment) {
        String named = environment.getOrDefault("MONGOHAUL_CACHE", "");
        if (!named.isBlank()) {
            return Path.of(named).toAbsolutePath();
        }
        String caches = environment.getOrDefault("XDG_CACHE_HOME", "");
        return (caches.startsWith("/")
                        ? Path.of(caches)
                        : HomeFolder.of(environment).resolve(".cache"))
                .resolve("mongohaul");
    }
}
