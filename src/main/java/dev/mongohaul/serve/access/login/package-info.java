/** Checks names and passwords, and slows guessing down. Entry is {@link dev.mongohaul.serve.access.login.UserLogin}. */
@NullMarked
package dev.mongohaul.serve.access.login;

import org.jspecify.annotations.NullMarked;
