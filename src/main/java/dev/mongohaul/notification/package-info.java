/**
 * Notifications about finished runs and slots, sent to a webhook. Entry is {@link dev.mongohaul.notification.Outbox}.
 */
@NullMarked
package dev.mongohaul.notification;

import org.jspecify.annotations.NullMarked;
