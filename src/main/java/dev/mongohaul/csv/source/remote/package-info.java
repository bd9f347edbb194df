/**
 * Files on other machines: found by their addresses, and read from local copies; entry is {@link
 * dev.mongohaul.csv.source.remote.RemoteFiles}. Each scheme has one {@link dev.mongohaul.csv.source.remote.RemoteStore},
 * whose libraries are loaded when it is used.
 */
@NullMarked
package dev.mongohaul.csv.source.remote;

import org.jspecify.annotations.NullMarked;
