/**
 * Lets requests in, or refuses them: host, origin, token, role. Entry is {@link
 * dev.mongohaul.serve.access.web.AccessConfiguration}.
 */
@NullMarked
package dev.mongohaul.serve.access.web;

import org.jspecify.annotations.NullMarked;
