/**
 * Notifications about the results of slots and of imports by commands, sent to a webhook. The entry types are
 * {@link dev.mongohaul.notification.NotificationConfiguration}, which {@code serve} imports, and
 * {@link dev.mongohaul.notification.CommandNotifier}.
 */
@NullMarked
package dev.mongohaul.notification;

import org.jspecify.annotations.NullMarked;
