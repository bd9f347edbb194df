/**
 * Notifications about the results of slots, sent to a webhook. The entry type is
 * {@link dev.mongohaul.notification.NotificationConfiguration}; {@code serve} imports it.
 */
@NullMarked
package dev.mongohaul.notification;

import org.jspecify.annotations.NullMarked;
