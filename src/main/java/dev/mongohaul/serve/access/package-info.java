/**
 * Who may see and do what where the program serves. Entry is {@link dev.mongohaul.serve.access.Access}; {@code login} checks
 * passwords, {@code web} guards requests. Part of {@code serve}, and imports what it may.
 */
@NullMarked
package dev.mongohaul.serve.access;

import org.jspecify.annotations.NullMarked;
