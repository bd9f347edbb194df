package dev.mongohaul.serve.security;

import java.util.List;

/** Endpoints that there must not be. */
final class Endpoints {

    /** Those that Spring Boot has besides health and Prometheus, and some that others bring. */
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
