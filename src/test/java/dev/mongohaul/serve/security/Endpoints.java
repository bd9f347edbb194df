package dev.mongohaul.serve.security;

import java.util.List;

/** Endpoints that must not exist. */
final class Endpoints {

    /** Other endpoints of Spring Boot and of common libraries. */
    static final List<String> FORBIDDEN = List.of(
            "",
            "auditevents",
            "beans",
            "caches",
            "conditions",
            "configprops",
            "env",
            "flyway",
            "heapdump",
            "httpexchanges",
            "info",
            "integrationgraph",
            "jolokia",
            "liquibase",
            "logfile",
            "loggers",
            "mappings",
            "metrics",
            "quartz",
            "sbom",
            "scheduledtasks",
            "sessions",
            "shutdown",
            "startup",
            "threaddump");

    private Endpoints() {}
}
