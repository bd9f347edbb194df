package dev.mongohaul.mongo;

public enum ServerKind {
    /** One server without replication. */
    STANDALONE,
    /** A replica set of one or more members. */
    REPLICA_SET,
    /** A sharded cluster, reached through a router. */
    SHARDED
}
