/**
 * HTTP API of {@code serve} for programs, described by {@code openapi.yaml}. The entry type is {@link
 * dev.mongohaul.serve.api.ApiConfiguration}.
 */
@NullMarked
package dev.mongohaul.serve.api;

import org.jspecify.annotations.NullMarked;
