/**
 * Login, roles and request filters of {@code serve}. The entry types are {@link dev.mongohaul.serve.security.Access} and
 * {@link dev.mongohaul.serve.security.AccessConfiguration}.
 */
@NullMarked
package dev.mongohaul.serve.security;

import org.jspecify.annotations.NullMarked;
