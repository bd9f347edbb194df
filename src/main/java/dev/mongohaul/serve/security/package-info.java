/**
 * Login, roles and request filters of {@code serve}. Entry is {@link dev.mongohaul.serve.security.AccessConfiguration}.
 */
@NullMarked
package dev.mongohaul.serve.security;

import org.jspecify.annotations.NullMarked;
