package dev.mongohaul.mongo;

/** How MongoDB is deployed. */
public enum ServerKind {
    /** One server without replication. */
    STANDALONE,
    /** A replica set, also one of a single member. */
    REPLICA_SET,
    /** A sharded cluster, reached through a router. */
    SHARDED
}
